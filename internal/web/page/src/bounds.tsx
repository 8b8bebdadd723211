// The bounds of a run: two numbers, and how they closed in.

import { useEffect, useState } from 'preact/hooks'
import { Bound, Run, count, seconds, verdict } from './solver'

export function Bounds({ run }: { run: Run }) {
  const [, tick] = useState(0)
  const running = run.state === 'running'
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => tick((n) => n + 1), 200)
    return () => clearInterval(timer)
  }, [running])
  const last = run.history.at(-1)
  const a = run.answer
  const elapsed = running ? (performance.now() - run.began) / 1000 : (last?.at ?? 0)
  const drawn = last && elapsed - run.history[0].at >= 0.3 // else there is nothing to see
  return (
    <div class="bounds" data-state={running ? 'running' : (a?.status ?? 'failed')}>
      {running && (
        <p class="phase"><span class="spinner" aria-hidden="true" />
          {run.stopped ? 'Stopping' : sentence(run.phase || 'starting')} <span class="quiet">{seconds(elapsed)}</span>
        </p>
      )}
      {!running && <Result run={run} />}
      {last && a?.status !== 'impossible' && (drawn || a?.status !== 'optimal') && (
        <div class="gauge">
          {drawn ? <Chart history={run.history} end={elapsed} moves={run.board.puzzle === 'floor' ? 'swaps' : 'presses'} /> : <div />}
          <dl>
            <div><dt>best plan</dt><dd class="upper" data-upper={last.upper ?? ''}>{last.upper ?? '–'}</dd></div>
            <div><dt>proven</dt><dd class="lower" data-lower={last.lower}>{last.lower}</dd></div>
          </dl>
        </div>
      )}
    </div>
  )
}

function Result({ run }: { run: Run }) {
  const a = run.answer
  if (!a) return <p class="problem">{run.error}</p>
  if (a.status === 'impossible') return <><p class="big">Not possible</p>{a.reason && <p>{sentence(a.reason)}.</p>}</>
  const how = a.status === 'optimal'
    ? `Proof: ${a.proof ?? 'search'}, ${seconds(a.seconds)}. The plan was replayed.`
    : `${run.stopped ? 'Stopped' : 'A limit was reached'} after ${seconds(a.seconds)}; both bounds hold.`
  if (a.status === 'optimal' && a.moves) {
    return <><p class="big"><b>{a.moves}</b> {count(run.board, a.moves).replace(/^\d+ /, '')}</p><p>No fewer will do. <span class="quiet">{how}</span></p></>
  }
  return <><p class="big">{verdict(run)}</p><p class="quiet">{how}</p></>
}

// Chart draws both bounds over time as steps; what lies between is still open.
function Chart({ history, end, moves }: { history: Bound[]; end: number; moves: string }) {
  const W = 300, H = 84, PAD = 6
  const lowers = history.map((h) => h.lower)
  const uppers = history.flatMap((h) => h.upper ?? [])
  const top = Math.max(...lowers, ...uppers) + (uppers.length ? 0 : 2), bottom = Math.min(...lowers, ...uppers)
  const start = history[0].at
  const x = (t: number) => ((t - start) / Math.max(end - start, 0.001)) * W
  const y = (n: number) => (top === bottom ? H / 2 : H - PAD - ((n - bottom) / (top - bottom)) * (H - 2 * PAD))
  const steps = (value: (h: Bound) => number | null) => {
    let path = '', before: number | undefined
    for (const h of history) {
      const n = value(h)
      if (n === null) continue
      path += before === undefined ? `M${x(h.at)} ${y(n)}` : `H${x(h.at)}V${y(n)}`
      before = n
    }
    return before === undefined ? '' : `${path}H${x(end)}`
  }
  const lower = steps((h) => h.lower), upper = steps((h) => h.upper)
  const first = history.find((h) => h.upper !== null)
  const reversed = first ? [...history].reverse().filter((h) => h.at >= first.at) : []
  const area = first ? `${upper}V${y(lowers.at(-1)!)}${reversed.map((h, i) =>
    `H${x(h.at)}${i + 1 < reversed.length ? `V${y(reversed[i + 1].lower)}` : ''}`).join('')}Z` : ''
  const marks = ticks(bottom, top, 4)
  return (
    <div class="chart" role="img" aria-label={`both bounds over time: ${bottom} to ${top} ${moves} in ${seconds(end - start)}`}>
      <div class="y-axis" aria-hidden="true">{marks.map((n) => <span key={n} style={`top:${(100 * y(n)) / H}%`}>{n}</span>)}</div>
      <svg viewBox={`0 0 ${W} ${H}`} preserveAspectRatio="none" aria-hidden="true">
        {marks.map((n) => <path key={n} class="rule-line" d={`M0 ${y(n)}H${W}`} />)}
        <path class="open" d={area} />
        <path class="upper" d={upper} />
        <path class="lower" d={lower} />
      </svg>
      <div class="x-axis" aria-hidden="true"><span>{moves}</span><span>{seconds(end - start)}</span></div>
    </div>
  )
}

// ticks are round numbers from low to high, a few.
export function ticks(low: number, high: number, most: number): number[] {
  if (low === high) return [low]
  const rough = Math.max(1, (high - low) / most)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough)!
  const out: number[] = []
  for (let n = Math.ceil(low / step) * step; n <= high; n += step) out.push(n)
  return out
}

export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
