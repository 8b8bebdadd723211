// A solve on the server as the page sees it: bounds that close in, an answer.

import { useEffect, useRef, useState } from 'preact/hooks'
import { Answer, solve } from './api'
import { Board } from './board'

export interface Bound {
  at: number // seconds since the start
  lower: number
  upper: number | null
}

export interface Run {
  board: Board
  began: number
  state: 'running' | 'ended'
  stopped: boolean
  phase: string
  history: Bound[]
  answer?: Answer
  error?: string
}

export interface Solver {
  run?: Run
  start: (b: Board, seconds: number) => Promise<Run>
  stop: () => void
  clear: () => void
}

export function useSolver(): Solver {
  const [run, setRun] = useState<Run>()
  const abort = useRef<AbortController | undefined>(undefined)

  const stop = () => {
    abort.current?.abort()
    setRun((r) => r && r.state === 'running' ? { ...r, stopped: true } : r)
  }
  const clear = () => {
    abort.current?.abort()
    abort.current = undefined
    setRun(undefined)
  }
  useEffect(() => () => abort.current?.abort(), [])

  const start = async (board: Board, seconds: number): Promise<Run> => {
    abort.current?.abort()
    const mine = (abort.current = new AbortController())
    const began = performance.now()
    const now = () => (performance.now() - began) / 1000
    let state: Run = { board, began, state: 'running', stopped: false, phase: '', history: [] }
    const update = (change: Partial<Run>) => {
      state = { ...state, ...change, stopped: mine.signal.aborted }
      if (abort.current === mine) setRun(state)
    }
    update({})
    try {
      const job = await solve(board, seconds, ({ phase, lower, upper }) => {
        const last = state.history.at(-1)
        const bound = { at: now(), lower, upper }
        const same = last && last.lower === bound.lower && last.upper === bound.upper
        update({ phase, history: same ? state.history : [...state.history, bound] })
      }, mine.signal)
      const answer = job.answer ?? undefined
      if (answer && answer.status !== 'error') {
        const last = { at: now(), lower: answer.lower_bound ?? 0, upper: answer.moves }
        update({ state: 'ended', answer, history: answer.status === 'impossible' ? state.history : [...state.history, last] })
      } else {
        const why = answer?.error ?? job.error ?? (mine.signal.aborted ? 'Stopped before anything was known.' : `The job ended without an answer (${job.state}).`)
        update({ state: 'ended', error: why })
      }
    } catch (error) {
      update({ state: 'ended', error: (error as Error).message })
    }
    return state
  }
  return { run, start, stop, clear }
}

export function seconds(s: number): string {
  if (s < 0.001) return 'under 1\u00a0ms'
  if (s < 1) return `${Math.round(s * 1000)}\u00a0ms`
  return s < 100 ? `${s.toFixed(1)}\u00a0s` : `${Math.floor(s / 60)} min ${Math.round(s % 60)} s`
}

// count says a number of moves: "1 swap", "8 presses".
export function count(b: Board, n: number | string): string {
  const one = b.puzzle === 'floor' ? 'swap' : 'press'
  const many = b.puzzle === 'floor' ? 'swaps' : 'presses'
  return `${n} ${n === 1 ? one : many}`
}

// verdict is a run's outcome as a sentence.
export function verdict(run: Run): string {
  const a = run.answer
  if (!a) return run.error ?? ''
  const b = run.board
  if (a.status === 'impossible') return `Not possible${a.reason ? `: ${a.reason}` : ''}.`
  if (a.status === 'optimal') return a.moves === 0 ? 'Nothing to do: it is done already.' : `${count(b, a.moves!)}, and no fewer will do.`
  if (a.moves === null) return `At least ${count(b, a.lower_bound ?? 0)}; no plan known yet.`
  return `Between ${a.lower_bound} and ${count(b, a.moves)}.`
}
