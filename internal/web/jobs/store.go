package jobs

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver, pure Go

	"fewest/answer"
)

// Memory is the path of a database that is kept in memory and lost at the end.
const Memory = ":memory:"

// version is that of the tables, kept as the database's user_version.
const version = 1

const schema = `
CREATE TABLE jobs (
	seq      INTEGER PRIMARY KEY AUTOINCREMENT,
	id       TEXT NOT NULL UNIQUE,
	puzzle   TEXT NOT NULL,
	kind     TEXT NOT NULL,
	request  BLOB NOT NULL,
	state    TEXT NOT NULL,
	created  INTEGER NOT NULL,           -- milliseconds since 1970
	finished INTEGER NOT NULL DEFAULT 0, -- 0: not yet
	phase    TEXT NOT NULL DEFAULT '',
	lower    INTEGER NOT NULL DEFAULT 0,
	upper    INTEGER NOT NULL DEFAULT -1, -- -1: not known
	answer   BLOB,
	error    TEXT NOT NULL DEFAULT ''
) STRICT;
PRAGMA user_version = 1;`

// columns are those that scan reads, in its order; the last two can be large.
// size is how large they are.
const (
	columns  = small + ", request, answer"
	briefly  = small + ", NULL, NULL"
	small    = "id, puzzle, kind, state, created, finished, phase, lower, upper, error, " + size
	size     = "length(request) + ifnull(length(answer), 0)"
	freePart = 4 // a file with more than one part in so many free is written anew
)

// Store is a database of jobs. It belongs to one process at a time.
type Store struct{ db *sql.DB }

// OpenStore opens the database at a path, and makes it and its folder if they
// aren't there.
func OpenStore(path string) (*Store, error) {
	name := path
	if path != Memory {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, err
		}
		full, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		f, err := os.OpenFile(full, os.O_RDWR|os.O_CREATE, 0o600) // for its owner alone
		if err != nil {
			return nil, err
		}
		f.Close()
		full = filepath.ToSlash(full)
		if !strings.HasPrefix(full, "/") { // a drive letter
			full = "/" + full
		}
		// An exclusive lock keeps a second server from marking the jobs of
		// the first as interrupted. With a log beside the file, a process
		// that is killed loses nothing that was committed.
		name = (&url.URL{Scheme: "file", Path: full, RawQuery: "_pragma=busy_timeout(1000)" +
			"&_pragma=locking_mode(exclusive)&_pragma=journal_mode(wal)&_pragma=synchronous(normal)"}).String()
	}
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // a database in memory belongs to its connection, and so does the lock
	db.SetMaxIdleConns(1)
	db.SetConnMaxLifetime(0)
	s := &Store{db}
	if err := s.prepare(); err != nil {
		db.Close()
		if strings.Contains(err.Error(), "locked") || strings.Contains(err.Error(), "SQLITE_BUSY") {
			return nil, fmt.Errorf("the database %s is in use by another server", path)
		}
		return nil, fmt.Errorf("the database %s: %w", path, err)
	}
	return s, nil
}

// prepare makes the tables, and takes the lock by writing.
func (s *Store) prepare() error {
	var found int
	if err := s.db.QueryRow("PRAGMA user_version").Scan(&found); err != nil {
		return err
	}
	switch {
	case found > version:
		return fmt.Errorf("made by a newer version of this program (%d, this one knows %d)", found, version)
	case found < version:
		_, err := s.db.Exec("BEGIN IMMEDIATE;" + schema + "COMMIT;")
		return err
	}
	_, err := s.db.Exec("BEGIN IMMEDIATE; UPDATE jobs SET seq = seq WHERE seq = 0; COMMIT;")
	return err
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// insert adds a job.
func (s *Store) insert(j *Job) error {
	_, err := s.db.Exec("INSERT INTO jobs (id, puzzle, kind, request, state, created) VALUES (?, ?, ?, ?, ?, ?)",
		j.ID, j.Puzzle, j.Kind, []byte(j.Request), string(j.State), j.Created.UnixMilli())
	return err
}

// progress keeps what a job knows so far.
func (s *Store) progress(j *Job) error {
	_, err := s.db.Exec("UPDATE jobs SET state = ?, phase = ?, lower = ?, upper = ? WHERE id = ? AND finished = 0",
		string(j.State), j.Progress.Phase, j.Progress.Lower, j.Progress.Upper, j.ID)
	return err
}

// finish keeps how a job ended.
func (s *Store) finish(j *Job) error {
	_, err := s.db.Exec("UPDATE jobs SET state = ?, finished = ?, phase = ?, lower = ?, upper = ?, answer = ?, error = ? WHERE id = ?",
		string(j.State), j.Finished.UnixMilli(), j.Progress.Phase, j.Progress.Lower, j.Progress.Upper, []byte(j.Answer), j.Error, j.ID)
	return err
}

// trim forgets the oldest jobs that ended if they are more than kept, or what
// they asked and answered more than so many bytes; 0 is no limit. The room in the
// file is used again.
func (s *Store) trim(kept int, bytes int64) error {
	if kept == 0 {
		kept = math.MaxInt
	}
	if bytes == 0 {
		bytes = math.MaxInt64
	}
	_, err := s.db.Exec(`DELETE FROM jobs WHERE seq IN (
		SELECT seq FROM (
			SELECT seq, row_number() OVER newest AS n, sum(`+size+`) OVER newest AS total
			FROM jobs WHERE finished > 0 WINDOW newest AS (ORDER BY seq DESC)
		) WHERE n > ? OR total > ?)`, kept, bytes)
	return err
}

// shrink writes a file anew that is large and mostly free, as one is that was
// kept without a budget.
func (s *Store) shrink() error {
	var pages, free int64
	if err := s.db.QueryRow("SELECT page_count, freelist_count FROM pragma_page_count, pragma_freelist_count").Scan(&pages, &free); err != nil {
		return err
	}
	if free < 10_000 || free < pages/freePart {
		return nil
	}
	_, err := s.db.Exec("VACUUM")
	return err
}

// interrupt marks the jobs that haven't ended, and returns how many they were.
func (s *Store) interrupt(now time.Time) (int64, error) {
	result, err := s.db.Exec("UPDATE jobs SET state = ?, finished = ? WHERE finished = 0", string(Interrupted), now.UnixMilli())
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// get returns a job.
func (s *Store) get(id string) (Job, error) {
	return scan(s.db.QueryRow("SELECT "+columns+" FROM jobs WHERE id = ?", id))
}

// brief returns a job without what can be large.
func (s *Store) brief(id string) (Job, error) {
	return scan(s.db.QueryRow("SELECT "+briefly+" FROM jobs WHERE id = ?", id))
}

// list returns jobs, the newest first, from the one after the given one on,
// without what can be large.
func (s *Store) list(limit int, after string) ([]Job, error) {
	query, args := "SELECT "+briefly+" FROM jobs ORDER BY seq DESC LIMIT ?", []any{limit}
	if after != "" {
		var seq int64
		err := s.db.QueryRow("SELECT seq FROM jobs WHERE id = ?", after).Scan(&seq)
		if errors.Is(err, sql.ErrNoRows) {
			return nil, ErrNotFound
		}
		if err != nil {
			return nil, err
		}
		query, args = "SELECT "+briefly+" FROM jobs WHERE seq < ? ORDER BY seq DESC LIMIT ?", []any{seq, limit}
	}
	rows, err := s.db.Query(query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []Job
	for rows.Next() {
		j, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, j)
	}
	return list, rows.Err()
}

// remove forgets a job that has ended.
func (s *Store) remove(id string) error {
	result, err := s.db.Exec("DELETE FROM jobs WHERE id = ? AND finished > 0", id)
	if err != nil {
		return err
	}
	n, err := result.RowsAffected()
	if err == nil && n == 0 {
		err = ErrNotFound
	}
	return err
}

// scan reads the columns of a job. A row that no server wrote, because the file
// was damaged or edited, is a job that failed.
func scan(row interface{ Scan(...any) error }) (Job, error) {
	var (
		j                 Job
		state             string
		created, finished int64
		p                 answer.Progress
		request, ans      []byte
	)
	err := row.Scan(&j.ID, &j.Puzzle, &j.Kind, &state, &created, &finished, &p.Phase, &p.Lower, &p.Upper, &j.Error, &j.Bytes, &request, &ans)
	if errors.Is(err, sql.ErrNoRows) {
		return Job{}, ErrNotFound
	}
	if err != nil {
		return Job{}, err
	}
	j.State, j.Progress = State(state), p
	j.Created = time.UnixMilli(created).UTC()
	if finished > 0 {
		j.Finished = time.UnixMilli(finished).UTC()
	}
	if len(request) > 0 {
		j.Request = request
	}
	if len(ans) > 0 {
		j.Answer = ans
	}
	if what := j.damage(); what != "" {
		j = Job{ID: j.ID, Puzzle: j.Puzzle, Kind: j.Kind, State: Failed, Bytes: j.Bytes,
			Progress: answer.Progress{Upper: answer.Unknown}, Error: "the database holds no job that can be read here: " + what}
		j.Created, j.Finished = time.UnixMilli(0).UTC(), time.UnixMilli(0).UTC()
	}
	return j, nil
}

// latest is a time that no job is made after: beyond it a year has five digits,
// which JSON has no form for.
var latest = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// damage says what of a job can't be, or nothing.
func (j *Job) damage() string {
	switch {
	case !slices.Contains([]State{Queued, Running, Done, Cancelled, Interrupted, Failed}, j.State):
		return "its state"
	case j.Created.Before(time.UnixMilli(0)) || j.Created.After(latest) || j.Finished.After(latest):
		return "its time"
	case j.State.Ended() == j.Finished.IsZero():
		return "its end"
	case j.Progress.Lower < 0 || j.Progress.Upper < answer.Unknown:
		return "its bounds"
	case j.Request != nil && !json.Valid(j.Request):
		return "its request"
	case j.Answer != nil && !json.Valid(j.Answer):
		return "its answer"
	}
	return ""
}
