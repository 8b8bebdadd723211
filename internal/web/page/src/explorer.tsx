// How far is the farthest board of a flip puzzle, which are they, and how many
// boards lie at each distance?

import { useEffect, useRef, useState } from 'preact/hooks'
import { Farthest, Progress, run } from './api'
import { Board, MASKS, fromWire, parameters } from './board'
import { Thumbnail } from './boardview'
import { sentence, ticks } from './bounds'
import { Card, MaskField, NumberField, Problems, Segments } from './parts'
import { seconds } from './solver'

interface Query {
  rows: number
  cols: number
  mask: string
  colours: number
  wrap: boolean
}

const KNOWN: [string, Query][] = [
  ['Lights Out', { rows: 5, cols: 5, mask: 'plus', colours: 2, wrap: false }],
  ['four colours', { rows: 3, cols: 3, mask: 'plus', colours: 4, wrap: false }],
  ['a torus', { rows: 6, cols: 6, mask: 'plus', colours: 2, wrap: true }],
  ['30 × 30', { rows: 30, cols: 30, mask: 'cross', colours: 2, wrap: false }],
]

const FIRST: Query = { rows: 4, cols: 4, mask: 'cross', colours: 2, wrap: false }

// queryOf reads what linkOf wrote; it throws an Error for people if it can't.
export function queryOf(fragment: string): Query {
  const given = parameters(fragment)
  if (!given.get('farthest')) return FIRST
  const size = /^(\d+)x(\d+)$/.exec(given.get('farthest')!)
  if (!size) throw new Error(`“${given.get('farthest')}” is no size: 4x4 is one.`)
  const whole = (what: string, text: string, min: number, max: number) => {
    const n = Number(text)
    if (!(Number.isInteger(n) && n >= min && n <= max)) throw new Error(`“${text}” ${what}: ${min} to ${max} are right.`)
    return n
  }
  const mask = given.get('mask') || 'cross'
  if (!MASKS.includes(mask)) throw new Error(`There is no mask “${mask}”: ${MASKS.join(', ')} are known.`)
  return {
    rows: whole('rows', size[1], 1, 60), cols: whole('columns', size[2], 1, 60),
    mask, colours: whole('colours', given.get('colours') || '2', 2, 9), wrap: given.has('wrap'),
  }
}

function queryOrFirst(): Query {
  try {
    return queryOf(location.hash)
  } catch {
    return FIRST
  }
}

const linkOf = (q: Query) => `#farthest=${q.rows}x${q.cols}&mask=${q.mask}&colours=${q.colours}${q.wrap ? '&wrap' : ''}`

interface Props {
  kept: boolean // the link in the address bar can't be read, and stays
  onOpen: (b: Board) => void
  onAsk: () => void // something else is asked
}

export function Explorer({ kept, onOpen, onAsk }: Props) {
  const [q, setQ] = useState(queryOrFirst)
  const [progress, setProgress] = useState<Progress>()
  const [busy, setBusy] = useState(false)
  const [found, setFound] = useState<{ query: Query; answer: Farthest }>()
  const [problem, setProblem] = useState<string>()
  const abort = useRef<AbortController | undefined>(undefined)

  const explore = async (q: Query) => {
    abort.current?.abort()
    const mine = (abort.current = new AbortController())
    setBusy(true)
    setProblem(undefined)
    setProgress(undefined)
    try {
      const job = await run<Farthest>({
        puzzle: 'flip', kind: 'farthest', size: `${q.rows}x${q.cols}`, mask: q.mask, wrap: q.wrap, colours: q.colours,
        max: 12, options: { time_limit: 60 },
      }, setProgress, mine.signal)
      if (abort.current !== mine) return
      if (job.answer) setFound({ query: q, answer: job.answer })
      else setProblem(job.error ?? (mine.signal.aborted ? 'Stopped before anything was known.' : 'No answer within a minute.'))
    } catch (error) {
      if (abort.current === mine) setProblem((error as Error).message)
    }
    if (abort.current === mine) setBusy(false)
  }
  useEffect(() => {
    void explore(q)
    return () => abort.current?.abort()
  }, [])
  useEffect(() => {
    if (!kept) history.replaceState(null, '', linkOf(q))
  }, [q, kept])

  const set = (change: Partial<Query>) => {
    onAsk()
    setQ({ ...q, ...change })
  }
  return (
    <main class="explorer">
      <section class="stage" aria-label="Result" aria-busy={busy}>
        {found ? <Outcome {...found} onOpen={onOpen} /> : <p class="quiet empty">{busy ? 'Counting…' : 'Choose a puzzle.'}</p>}
      </section>
      <aside class="panel">
        <Card title="Farthest boards">
          <p class="quiet">How many presses can a flip board need at most, and which boards need them?</p>
          <div class="fields">
            <NumberField id="far-rows" label="rows" value={q.rows} min={1} max={60} onChange={(rows) => set({ rows })} />
            <NumberField id="far-cols" label="columns" value={q.cols} min={1} max={60} onChange={(cols) => set({ cols })} />
            <NumberField id="far-colours" label="colours" value={q.colours} min={2} max={9} onChange={(colours) => set({ colours })} />
          </div>
          <div class="fields">
            <MaskField id="far-mask" value={q.mask} onChange={(mask) => set({ mask, wrap: q.wrap && mask !== 'cross' })} />
            <label class="check"><input type="checkbox" checked={q.wrap} disabled={q.mask === 'cross'} onChange={(e) => set({ wrap: e.currentTarget.checked })} />edges meet</label>
          </div>
          <div class="row">
            {busy
              ? <button type="button" id="stop-exploring" class="primary" onClick={() => abort.current?.abort()}>Stop</button>
              : <button type="button" id="explore" class="primary" onClick={() => explore(q)}>How far?</button>}
            {busy && <span class="phase"><span class="spinner" aria-hidden="true" />{sentence(progress?.phase || 'counting')}
              {progress && progress.lower > 0 && ` ${progress.lower} to ${progress.upper ?? '?'}`}</span>}
          </div>
          <p class="row known"><span class="quiet">Try</span>
            {KNOWN.map(([name, query]) => <button type="button" key={name} onClick={() => { set(query); void explore(query) }}>{name}</button>)}
          </p>
        </Card>
        {problem && <Problems problems={[{ message: problem }]} onClose={() => setProblem(undefined)} />}
      </aside>
    </main>
  )
}

function Outcome({ query: q, answer: a, onOpen }: { query: Query; answer: Farthest; onOpen: (b: Board) => void }) {
  const boards = (a.boards ?? []).flatMap((rows) => {
    try {
      const wire = typeof rows?.[0] === 'string' ? { rows } : { cells: rows as unknown as number[][] }
      return fromWire('flip', { ...wire, mask: q.mask, wrap: q.wrap, colours: q.colours })
    } catch {
      return []
    }
  })
  const n = a.farthest
  const far = a.diameter ?? (a.diameter_bounds ? `${a.diameter_bounds[0]} to ${a.diameter_bounds[1]}` : 'unknown')
  return (
    <>
      <div class="headline" role="status">
        <p class="huge" id="diameter" data-diameter={a.diameter ?? ''}>{far}</p>
        <div>
          <p class="lead">presses to the farthest board</p>
          <p>{q.rows} × {q.cols}, {q.mask}{q.wrap && ', edges meet'}, {q.colours} colours. {n !== null && n !== undefined && <span id="how-many">{pretty(n)} {String(n) === '1' ? 'board is' : 'boards are'} that far. </span>}
            {solvable(q, a)} <span class="quiet">Method: {a.method ?? 'search'}, {seconds(a.seconds)}.</span></p>
        </div>
      </div>
      {boards.length > 0 && (
        <>
          <h2>{a.diameter === null ? 'The hardest found' : String(n) === String(boards.length) ? (boards.length === 1 ? 'The hardest board' : 'The hardest boards') : 'Some of the hardest'}</h2>
          <div class="gallery">
            {boards.map((b, i) => (
              <button type="button" key={i} onClick={() => onOpen(b)} aria-label={`open hardest board ${i + 1}`} title="open"><Thumbnail board={b} /></button>
            ))}
          </div>
        </>
      )}
      {a.boards_per_distance && <Distances counts={a.boards_per_distance} />}
    </>
  )
}

function solvable(q: Query, a: Farthest): string {
  if (String(a.kernel) === '1') return 'Every board can be solved, in one way.'
  const cells = BigInt(q.colours) ** BigInt(q.rows * q.cols)
  if (BigInt(a.solvable) === cells) return 'Every board can be solved.'
  return `Of ${short(cells)} boards, ${short(BigInt(a.solvable))} can be solved.`
}

// Distances is a chart of boards per distance, with a table for those who'd rather read.
function Distances({ counts }: { counts: (number | string)[] }) {
  const [scale, setScale] = useState<'linear' | 'log'>('linear')
  const [at, setAt] = useState<number>()
  const bigs = counts.map((n) => BigInt(n))
  const value = (n: bigint) => (scale === 'linear' ? Number(n) : n === 0n ? 0 : log10(n) + 0.3)
  const most = Math.max(...bigs.map(value), 1e-9)
  const W = 720, H = 240, BASE = 26, TOP = 12
  const power = Math.max(0, ...bigs.map((n) => n.toString().length - 1))
  const marks: [number, string][] = scale === 'linear'
    ? ticks(0, most, 4).map((n) => [n, compact(n)])
    : ticks(0, power, 4).map((n) => [n + 0.3, n < 4 ? String(10 ** n) : `10${raised(n)}`])
  const high = (v: number) => (v / most) * (H - TOP)
  const bar = W / counts.length
  const every = Math.ceil(counts.length / 16)
  return (
    <figure>
      <div class="figure-top">
        <h2>Boards at each distance</h2>
        <Segments label="scale" value={scale} onChange={setScale} options={[{ value: 'linear', text: 'linear' }, { value: 'log', text: 'log' }]} />
      </div>
      <svg class="bars" viewBox={`-84 0 ${W + 84} ${H + BASE}`} role="img" aria-label={`boards at each distance from 0 to ${counts.length - 1}; the table below has the numbers`}
        onPointerLeave={() => setAt(undefined)}>
        <g class="y-axis">
          {marks.map(([v, text]) => (
            <g key={text}>
              <line x1="0" x2={W} y1={H - high(v)} y2={H - high(v)} />
              <text x="-8" y={H - high(v)} dy=".35em">{text}</text>
            </g>
          ))}
        </g>
        {bigs.map((n, d) => {
          const h = n === 0n ? 0 : Math.max(2, high(value(n)))
          return (
            <g key={d} onPointerEnter={() => setAt(d)} class={at === d ? 'at' : ''}>
              <rect class="catch" x={d * bar} y={0} width={bar} height={H + BASE} />
              <rect class="bar" x={d * bar + bar * 0.1} y={H - h} width={bar * 0.8} height={h} rx={Math.min(4, bar * 0.2, h / 2)} />
              {d % every === 0 && <text x={(d + 0.5) * bar} y={H + 3} dy=".95em">{d}</text>}
            </g>
          )
        })}
        <line x1="0" x2={W} y1={H} y2={H} />
      </svg>
      <figcaption class="quiet">{at === undefined ? 'Boards by the presses they need' : `${at} ${at === 1 ? 'press' : 'presses'}: ${pretty(counts[at])} ${String(counts[at]) === '1' ? 'board' : 'boards'}`}</figcaption>
      <details>
        <summary>Table</summary>
        <table>
          <thead><tr><th scope="col">presses</th><th scope="col">boards</th></tr></thead>
          <tbody>{counts.map((n, d) => <tr key={d}><td>{d}</td><td>{pretty(n)}</td></tr>)}</tbody>
        </table>
      </details>
    </figure>
  )
}

function log10(n: bigint): number {
  const digits = n.toString()
  return digits.length - 1 + Math.log10(Number(`${digits[0]}.${digits.slice(1, 15)}`))
}

function pretty(n: number | string): string {
  return BigInt(n).toLocaleString('en')
}

// compact writes a mark of an axis: "1.5M".
function compact(n: number): string {
  if (n < 1e15) return new Intl.NumberFormat('en', { notation: 'compact' }).format(n)
  const power = Math.floor(Math.log10(n))
  return `${Math.round(n / 10 ** power)}·10${raised(power)}`
}

const raised = (n: number) => [...String(n)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')

// short writes a large number as a power of ten.
function short(n: bigint): string {
  const digits = n.toString()
  return digits.length <= 15 ? pretty(digits) : `${digits[0]}.${digits[1]} × 10^${digits.length - 1}`
}
