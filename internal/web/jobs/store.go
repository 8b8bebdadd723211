package jobs

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
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

// columns are those that scan reads, in its order.
const columns = "id, puzzle, kind, request, state, created, finished, phase, lower, upper, answer, error"

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

// finish keeps how a job ended, and forgets the oldest that ended if more than
// so many are kept.
func (s *Store) finish(j *Job, kept int) error {
	tx, err := s.db.Begin()
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after Commit
	if _, err := tx.Exec("UPDATE jobs SET state = ?, finished = ?, phase = ?, lower = ?, upper = ?, answer = ?, error = ? WHERE id = ?",
		string(j.State), j.Finished.UnixMilli(), j.Progress.Phase, j.Progress.Lower, j.Progress.Upper, []byte(j.Answer), j.Error, j.ID); err != nil {
		return err
	}
	if kept > 0 {
		if _, err := tx.Exec(`DELETE FROM jobs WHERE finished > 0 AND seq <= (SELECT seq FROM jobs WHERE finished > 0 ORDER BY seq DESC LIMIT 1 OFFSET ?)`, kept); err != nil {
			return err
		}
	}
	return tx.Commit()
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

// list returns jobs, the newest first, from the one after the given one on.
func (s *Store) list(limit int, after string) ([]Job, error) {
	query, args := "SELECT "+columns+" FROM jobs ORDER BY seq DESC LIMIT ?", []any{limit}
	if after != "" {
		var seq int64
		err := s.db.QueryRow("SELECT seq FROM jobs WHERE id = ?", after).Scan(&seq)
		if errors.Is(err, sql.ErrNoRows) {
			return nil, ErrNotFound
		}
		if err != nil {
			return nil, err
		}
		query, args = "SELECT "+columns+" FROM jobs WHERE seq < ? ORDER BY seq DESC LIMIT ?", []any{seq, limit}
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

// scan reads the columns of a job.
func scan(row interface{ Scan(...any) error }) (Job, error) {
	var (
		j                 Job
		state             string
		created, finished int64
		p                 answer.Progress
		request, ans      []byte
	)
	err := row.Scan(&j.ID, &j.Puzzle, &j.Kind, &request, &state, &created, &finished, &p.Phase, &p.Lower, &p.Upper, &ans, &j.Error)
	if errors.Is(err, sql.ErrNoRows) {
		return Job{}, ErrNotFound
	}
	j.Request, j.State, j.Progress = request, State(state), p
	j.Created = time.UnixMilli(created).UTC()
	if finished > 0 {
		j.Finished = time.UnixMilli(finished).UTC()
	}
	if len(ans) > 0 {
		j.Answer = ans
	}
	return j, err
}
