// The HTTP API of the program.

import { Board, Puzzle, WireBoard, toWire } from './board'

export interface Answer {
  status: 'optimal' | 'bounded' | 'impossible' | 'error'
  error?: string
  moves: number | null
  lower_bound: number | null
  plan: number[][] | null
  method?: string
  proof?: string
  reason?: string
  reason_cells?: [number, number, number][]
  seconds: number
}

export interface Farthest {
  size: string
  mask: string
  wrap: boolean
  colours: number
  nullity: number | null
  kernel: number | string
  solvable: number | string
  diameter: number | null
  diameter_bounds?: [number, number] | null
  farthest: number | string | null
  boards: WireBoard['rows'][] | null
  boards_per_distance: (number | string)[] | null
  method?: string
  seconds: number
}

export interface Progress {
  phase: string
  lower: number
  upper: number | null
}

export interface Job<A> {
  id: string
  state: 'queued' | 'running' | 'done' | 'cancelled' | 'interrupted' | 'failed'
  progress: Progress
  answer: A | null
  error: string | null
}

// What is wrong with a text of boards, and where.
export interface Problem {
  line?: number // from 1; 0 if the whole file is meant
  column?: number // from 1; 0 if the whole line is meant
  message: string
  hint?: string
}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await ask(method, path, body)).json()
}

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  let response: Response
  try {
    response = await fetch(`/api/v1/${path}`, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  } catch {
    throw new Error('The program doesn’t answer. It may have been stopped: start it again, and this page goes on.')
  }
  if (!response.ok) throw new Error(await refusal(response))
  return response
}

// refusal is what people read when the server says no.
async function refusal(response: Response): Promise<string> {
  if (response.status === 429 || response.status === 503) {
    const wait = response.headers.get('Retry-After')
    return `The program is busy. Try again ${wait ? `in ${wait} seconds` : 'soon'}.`
  }
  try {
    return reason(await response.json()) ?? `The program refused (${response.status}).`
  } catch {
    return `The program refused (${response.status}).`
  }
}

// reason finds the sentence in an error of the API: a text, or problem details (RFC 9457).
export function reason(error: unknown): string | undefined {
  if (typeof error === 'string') return error || undefined
  if (!error || typeof error !== 'object') return undefined
  const { detail, title, errors } = error as { detail?: string; title?: string; errors?: { message?: string }[] }
  return [detail || title, ...(errors ?? []).map((e) => e.message)].filter(Boolean).join('; ') || undefined
}

// run starts a job, reports its progress, and returns it when it has ended.
// When the signal fires or the page closes the job is stopped; it ends with
// what it knows.
export async function run<A>(request: object, progress: (p: Progress) => void, signal: AbortSignal): Promise<Job<A>> {
  const job = await call<Job<A>>('POST', 'jobs', request)
  const path = `jobs/${encodeURIComponent(job.id)}`
  const stop = () => void fetch(`/api/v1/${path}?keep=true`, { method: 'DELETE', keepalive: true }).catch(() => {})
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  addEventListener('pagehide', stop)
  try {
    let now = job
    while (active(now)) {
      const last = await followed<A>(path, progress)
      if (last) return last
      await new Promise((wake) => setTimeout(wake, 500)) // the line broke: ask again
      now = await call<Job<A>>('GET', path)
    }
    return now
  } finally {
    signal.removeEventListener('abort', stop)
    removeEventListener('pagehide', stop)
  }
}

const active = (job: Job<unknown>) => job.state === 'queued' || job.state === 'running'

// followed listens to a job's events until it ends, and returns it; undefined if the line breaks.
function followed<A>(path: string, progress: (p: Progress) => void): Promise<Job<A> | undefined> {
  return new Promise((resolve) => {
    const events = new EventSource(`/api/v1/${path}/events`)
    const end = (job?: Job<A>) => {
      events.close()
      resolve(job)
    }
    events.addEventListener('progress', (event) => progress(JSON.parse(event.data)))
    events.addEventListener('done', (event) => end(JSON.parse(event.data)))
    events.onerror = () => end()
  })
}

export function solve(b: Board, seconds: number, progress: (p: Progress) => void, signal: AbortSignal) {
  const options = seconds ? { time_limit: seconds } : {}
  return run<Answer>({ puzzle: b.puzzle, kind: 'solve', board: toWire(b), options }, progress, signal)
}

// hint asks for a good plan at once, while others prove.
export async function hint(b: Board): Promise<Answer> {
  return (await call<{ answer: Answer }>('POST', 'hint', { puzzle: b.puzzle, board: toWire(b) })).answer
}

export function read(puzzle: Puzzle, text: string) {
  return call<{ boards: WireBoard[]; errors: Problem[] }>('POST', 'read', { puzzle, text })
}

export async function picture(b: Board, plan: number[][] | null, format: string, style: string): Promise<Blob> {
  return (await ask('POST', 'picture', { puzzle: b.puzzle, board: toWire(b), plan, format, style })).blob()
}
