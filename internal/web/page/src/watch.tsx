// The plan of an answer, played step by step.

import { useEffect, useMemo, useState } from 'preact/hooks'
import { Board } from './board'
import { BoardView, Mark } from './boardview'
import { sentence } from './bounds'
import { Icon } from './parts'
import { Move, apply, describe, effect, moves } from './rules'

export function Watch({ board, plan }: { board: Board; plan: number[][] }) {
  const list = useMemo(() => moves(board, plan), [board, plan])
  const { boards, ids } = useMemo(() => replay(board, list), [board, list])
  const [step, setStep] = useState(0)
  const [playing, setPlaying] = useState(false)
  const n = list.length
  const next: Move | undefined = list[step]

  useEffect(() => {
    if (!playing) return
    if (step >= n) return setPlaying(false)
    const timer = setTimeout(() => setStep(step + 1), Math.min(600, Math.max(80, 9000 / n)))
    return () => clearTimeout(timer)
  }, [playing, step])

  const go = (to: number) => {
    setPlaying(false)
    setStep(Math.min(n, Math.max(0, to)))
  }
  const marks: Mark[] = next ? [{ move: next, text: String(step + 1) }] : []
  if (board.puzzle === 'flip') {
    const later = new Set(list.slice(step + 1).map((m) => m.a))
    for (const a of later) if (a !== next.a) marks.unshift({ move: { a }, text: '', faint: true })
  }
  const says = next ? `Next: ${describe(board, next)}.` : 'Done, and it took ' + n + '.'
  return (
    <>
      <BoardView board={boards[step]} ids={ids?.[step]} marks={marks} title={`the board after step ${step} of ${n}`}
        shaded={next && board.puzzle === 'flip' ? effect(board, next.a).map(([v]) => v) : undefined} />
      <div class="under player">
        <div class="row centred">
          <button type="button" class="round" aria-label="to the start" disabled={step === 0} onClick={() => go(0)}><Icon name="first" /></button>
          <button type="button" class="round" id="step-back" aria-label="step back" disabled={step === 0} onClick={() => go(step - 1)}><Icon name="back" /></button>
          <button type="button" class="round large" id="play" aria-label={playing ? 'pause' : 'play the plan'}
            onClick={() => { if (!playing && step === n) setStep(0); setPlaying(!playing) }}><Icon name={playing ? 'pause' : 'play'} /></button>
          <button type="button" class="round" id="step-on" aria-label="step on" disabled={step === n} onClick={() => go(step + 1)}><Icon name="forward" /></button>
          <button type="button" class="round" aria-label="to the end" disabled={step === n} onClick={() => go(n)}><Icon name="last" /></button>
        </div>
        <input type="range" id="scrub" aria-label="step" aria-valuetext={`step ${step} of ${n}`} min={0} max={n} value={step}
          onInput={(e) => go(Number(e.currentTarget.value))} style={`--at:${n ? (100 * step) / n : 0}%`} />
        <p class="says" role="status" aria-live={playing ? 'off' : 'polite'}><b id="step" data-step={step}>{step} of {n}</b> {sentence(says)}</p>
      </div>
    </>
  )
}

// replay gives the board after every step and, for floors, which tile lies where.
function replay(board: Board, list: Move[]): { boards: Board[]; ids?: number[][] } {
  const boards = [board]
  for (const m of list) boards.push(apply(boards.at(-1)!, m))
  if (board.puzzle === 'flip') return { boards }
  const ids = [board.cells.map((_, v) => v)]
  for (const m of list) {
    const now = [...ids.at(-1)!]
    ;[now[m.a], now[m.b!]] = [now[m.b!], now[m.a]]
    ids.push(now)
  }
  return { boards, ids }
}
