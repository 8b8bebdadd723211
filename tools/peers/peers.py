#!/usr/bin/env python3
"""Compares `fewest floor solve` with clasp on the relaxed local-order model.

The relaxed model is the one of docs/floor.md without refinements and cuts: edges
that are swapped (s) or swapped again (wild) cost one each, carry one colour
either way, and at every cell without a wild edge the swaps have an order. clasp
finds its optimum, which is at most the fewest swaps; it makes no plan.

    apt-get install clasp                  # Debian
    go build -o fewest ./cmd/fewest
    python3 tools/peers/peers.py --fewest ./fewest 15x15-6 15x15-4 10x10-3 40x40-6

Each kind is size-colours; --count boards of it by rising seed. Both programs run
on one thread; times are processor seconds, memory is the most that was resident.
"""
import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time


def rows_of(fewest, size, colours, seed):
    out = subprocess.run([fewest, "floor", "random", "--size", size, "--colours", colours, "--seed", str(seed)],
                         check=True, capture_output=True, text=True).stdout
    return [line for line in out.splitlines() if line and not line.startswith(";")]


class Model:
    """Weighted clauses, written as WCNF."""

    def __init__(self, rows):
        self.clauses, self.soft, self.variables = [], [], 0
        cells = {(r, c): k for r, row in enumerate(rows) for c, k in enumerate(row) if k != "."}
        names = sorted(set(cells.values()))
        self.colours = range(len(names))
        self.tile = {v: names.index(k) for v, k in cells.items()}
        self.edges = [(v, u) for v in cells for u in ((v[0], v[1] + 1), (v[0] + 1, v[1])) if u in cells]
        self.at = {v: [] for v in cells}
        for e, (a, b) in enumerate(self.edges):
            self.at[a].append((e, 0))
            self.at[b].append((e, 1))
        self.x = {v: self.new(len(names)) for v in cells}
        self.s = self.new(len(self.edges))
        self.wild = self.new(len(self.edges))
        self.g = [(self.new(len(names)), self.new(len(names))) for _ in self.edges]
        for e in range(len(self.edges)):
            self.edge(e)
        for v in cells:
            self.cell(v)

    def new(self, n):
        self.variables += n
        return list(range(self.variables - n + 1, self.variables + 1))

    def add(self, *clause):
        self.clauses.append(clause)

    def one(self, variables, condition=None):
        """At most one, and at least one if the condition (a literal) holds."""
        for i, a in enumerate(variables):
            for b in variables[:i]:
                self.add(-a, -b)
        self.add(*variables, *([-condition] if condition else []))

    def edge(self, e):
        a, b = self.edges[e]
        there, back = self.g[e]
        for way in (there, back):
            self.one(way, self.s[e])
            for k in self.colours:
                self.add(-way[k], self.s[e])
        for k in self.colours:
            self.add(-there[k], -back[k])
            self.add(-self.x[a][k], -self.x[b][k])
        self.add(-self.wild[e], self.s[e])
        self.add(-self.wild[e], *(self.s[f] for v in (a, b) for f, _ in self.at[v] if f != e))
        self.soft += [-self.s[e], -self.wild[e]]

    def cell(self, v):
        """What comes in with one swap leaves with the next: a matching of sources
        (the tile that lies there, what comes in) to sinks (the final tile, what
        goes out) that keeps colours and has no circle."""
        self.one(self.x[v])
        unless = [self.wild[e] for e, _ in self.at[v]]
        n = len(self.at[v])
        m = [self.new(n + 1) for _ in range(n + 1)]  # m[source][sink], 0 the cell itself
        used = [None] + [self.s[e] for e, _ in self.at[v]]
        into = [None] + [self.g[e][1 - d] for e, d in self.at[v]]
        out = [self.x[v]] + [self.g[e][d] for e, d in self.at[v]]
        for i in range(n + 1):
            for j in range(n + 1):
                if i == j and i > 0:
                    self.add(-m[i][j])
                    continue
                for used_by in (used[i], used[j]):
                    if used_by:
                        self.add(-m[i][j], used_by)
                for k in self.colours:
                    if i == 0 and k == self.tile[v]:
                        self.add(-m[i][j], out[j][k], *unless)
                    elif i > 0:
                        self.add(-m[i][j], -into[i][k], out[j][k], *unless)
            for j in range(n + 1):
                for h in range(j):
                    self.add(-m[i][j], -m[i][h])
                    self.add(-m[j][i], -m[h][i])
            self.add(*m[i], *([-used[i]] if used[i] else []), *unless)
            self.add(*(m[j][i] for j in range(n + 1)), *([-used[i]] if used[i] else []), *unless)
        ports = range(1, n + 1)
        for i in ports:  # circles of two, three and four swaps
            for j in ports:
                if j > i:
                    self.add(-m[i][j], -m[j][i])
                for k in ports:
                    if len({i, j, k}) == 3 and i < min(j, k):
                        self.add(-m[i][j], -m[j][k], -m[k][i])
                    for h in ports:
                        if len({i, j, k, h}) == 4 and i < min(j, k, h):
                            self.add(-m[i][j], -m[j][k], -m[k][h], -m[h][i])

    def write(self, file):
        top = len(self.soft) + 1
        file.write(f"p wcnf {self.variables} {len(self.clauses) + len(self.soft)} {top}\n")
        for clause in self.clauses:
            file.write(f"{top} {' '.join(map(str, clause))} 0\n")
        for literal in self.soft:
            file.write(f"1 {literal} 0\n")


def measured(command, stdin, limit):
    """Runs a command; returns its output, processor seconds and megabytes."""
    started = time.time()
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                             env={**os.environ, "GOMAXPROCS": "1"},
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))
    if stdin:
        child.stdin.write(stdin)
    child.stdin.close()
    out = child.stdout.read()
    _, _, usage = os.wait4(child.pid, 0)
    child.returncode = 0
    return out, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, time.time() - started


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="+", metavar="SIZE-COLOURS")
    parser.add_argument("--fewest", default="fewest")
    parser.add_argument("--clasp", default="clasp")
    parser.add_argument("--count", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=int, default=120, help="processor seconds for each")
    options = parser.parse_args()
    print("| board | fewest | s | MB | clasp, relaxed | s | MB |\n|---|--:|--:|--:|--:|--:|--:|")
    for kind in options.kinds:
        size, colours = kind.split("-")
        for seed in range(options.seed, options.seed + options.count):
            rows = rows_of(options.fewest, size, colours, seed)
            out, seconds, megabytes, _ = measured(
                [options.fewest, "floor", "solve", "--answer", "--time-limit", f"{options.limit}s"],
                "\n".join(rows) + "\n", 10 * options.limit)
            ours = f"{out.strip()} | {seconds:.2f} | {megabytes:.0f}"
            with tempfile.NamedTemporaryFile("w", suffix=".wcnf") as file:
                Model(rows).write(file)
                file.flush()
                out, seconds, megabytes, _ = measured(
                    [options.clasp, "--opt-strategy=usc,oll", "--outf=2", file.name], None, options.limit)
            cost = "open"
            try:
                answer = json.loads(out)
                if answer["Result"] == "OPTIMUM FOUND":
                    cost = str(answer["Models"]["Costs"][0])
            except (ValueError, KeyError):
                pass
            print(f"| {size}, {colours} colours, seed {seed} | {ours} | {cost} | {seconds:.2f} | {megabytes:.0f} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
