// Try it yourself: moves against par, undo, and a hint: the best plan known at
// once, and a proven one when the server has it.

import { useEffect, useRef, useState } from 'preact/hooks'
import { Answer, hint as quick } from './api'
import { Board, HOLE } from './board'
import { BoardView } from './boardview'
import { Icon } from './parts'
import { Move, apply, describe, done, moves, neighbours } from './rules'
import { Run, count, useSolver } from './solver'

interface State {
  board: Board
  ids: number[]
}

// What is known of a board: the best move, how many are left, and whether fewer could do.
interface Known {
  move: Move
  left: number
  proven: boolean
}

const keyOf = (b: Board) => b.cells.join()

// learn takes over the plan of an answer: it is a plan of every board it passes,
// and a shortest one if it is one of the first.
function learn(known: Map<string, Known>, b: Board, a?: Answer) {
  if (!a?.plan?.length) return
  const list = moves(b, a.plan)
  const proven = a.status === 'optimal'
  list.forEach((move, i) => {
    const left = list.length - i
    const old = known.get(keyOf(b))
    if (!old || left < old.left || (left === old.left && proven)) known.set(keyOf(b), { move, left, proven })
    b = apply(b, move)
  })
}

export function Play({ start, run, limit }: { start: Board; run?: Run; limit: number }) {
  const [trail, setTrail] = useState<State[]>([{ board: start, ids: start.cells.map((_, v) => v) }])
  const [picked, setPicked] = useState<number>()
  const [hint, setHint] = useState<{ move?: Move; text: string; proven?: boolean }>()
  const known = useRef(new Map<string, Known>()) // the best plans, by the boards they pass
  const helper = useSolver()
  const here = trail.at(-1)!
  const latest = useRef(here.board)
  latest.current = here.board
  const made = trail.length - 1
  const b = here.board
  const floor = b.puzzle === 'floor'
  const finished = done(b)
  const par = run?.answer?.status === 'optimal' ? run.answer.moves! : undefined

  const go = (next: State[]) => {
    setTrail(next)
    setPicked(undefined)
    setHint(undefined)
    helper.clear()
  }
  const make = (move: Move) => {
    const ids = [...here.ids]
    if (move.b !== undefined) [ids[move.a], ids[move.b]] = [ids[move.b], ids[move.a]]
    go([...trail, { board: apply(b, move), ids }])
  }
  const choose = (v: number) => {
    if (finished || b.cells[v] === HOLE) return setPicked(undefined)
    if (!floor) return make({ a: v })
    if (picked === undefined) return setPicked(v)
    if (picked === v) return setPicked(undefined)
    if (neighbours(b, picked, v)) return make({ a: picked, b: v })
    setPicked(v)
  }
  const press = (v: number, first: boolean) => {
    if (first) return choose(v)
    // Drawn from one tile onto its neighbour: the two swap.
    if (floor && picked !== undefined && neighbours(b, picked, v) && b.cells[v] !== HOLE) make({ a: picked, b: v })
  }
  const key = (event: KeyboardEvent, v: number): number | void => {
    if (event.key === 'Enter' || event.key === ' ') {
      choose(v)
      return v
    }
    if (event.key === 'Escape') {
      setPicked(undefined)
      return v
    }
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -b.cols, ArrowDown: b.cols }[event.key]
    if (picked === undefined || step === undefined) return
    const to = picked + step
    if (to < 0 || to >= b.cells.length || !neighbours(b, picked, to) || b.cells[to] === HOLE) return v
    make({ a: picked, b: to })
    return to
  }

  // The best plan known is the hint, at once; when a proof is there, it takes its place.
  const tell = (k: Known) => {
    const left = k.proven ? `${k.left} to go, proven` : `${k.left} to go as far as known, not proven`
    setHint({ move: k.move, text: `${describe(b, k.move)} (${left}).`, proven: k.proven })
  }
  const help = async () => {
    const k = known.current.get(keyOf(b))
    if (k) tell(k)
    if (k?.proven) return
    if (!k) {
      setHint({ text: 'Looking for a good move…' })
      try {
        const a = await quick(b)
        if (latest.current !== b) return
        if (a.status === 'impossible') return setHint({ text: 'From here it can’t be done at all.' })
        learn(known.current, b, a)
        const found = known.current.get(keyOf(b))
        if (found) tell(found)
        if (found?.proven) return
      } catch (error) {
        if (latest.current === b) setHint({ text: (error as Error).message })
        return
      }
    }
    if (b === start && run?.state === 'running') return // its proof is under way
    const proof = await helper.start(b, limit)
    if (latest.current !== b) return
    learn(known.current, b, proof.answer)
    const better = known.current.get(keyOf(b))
    if (better) tell(better)
    else setHint({ text: proof.answer?.status === 'impossible' ? 'From here it can’t be done at all.' : proof.error ?? 'No plan found in this time.' })
  }
  useEffect(() => helper.clear, [])
  useEffect(() => {
    if (run?.state !== 'ended') return
    learn(known.current, start, run.answer)
    const k = known.current.get(keyOf(b))
    if (hint?.move && !hint.proven && k) tell(k)
  }, [run])

  const impossible = run?.answer?.status === 'impossible'
  return (
    <>
      <BoardView board={b} ids={floor ? here.ids : undefined} picked={picked} paints={floor} onPress={press} onKey={key}
        marks={hint?.move && [{ move: hint.move, text: '?' }]} title={`${b.rows} by ${b.cols} board to play`}
        hint={floor ? 'Arrow keys move; space picks a tile up, then an arrow key swaps it with that neighbour; escape puts it down.' : 'Arrow keys move; space presses the cell.'} />
      <div class="under player">
        <div class="scores">
          <p><b id="made" data-made={made}>{made}</b> {made === 1 ? (floor ? 'swap' : 'press') : floor ? 'swaps' : 'presses'}</p>
          <p>par <b id="par" data-par={par ?? ''}>{par ?? parText(run)}</b></p>
        </div>
        <div class="row centred">
          <button type="button" id="undo" disabled={!made} onClick={() => go(trail.slice(0, -1))}><Icon name="undo" />Undo</button>
          <button type="button" id="restart" disabled={!made} onClick={() => go(trail.slice(0, 1))}><Icon name="again" />Restart</button>
          {helper.run?.state === 'running'
            ? <button type="button" onClick={helper.stop}>Stop looking</button>
            : <button type="button" id="hint" disabled={finished || impossible} onClick={help}><Icon name="bulb" />Hint</button>}
        </div>
        <p class={`says ${finished ? 'won' : ''}`} role="status" id="says">
          {finished ? praise(start, made, par) : hint ? capital(hint.text) : impossible ? 'This board can’t be done.'
            : floor ? 'Pick a tile, then a neighbour to swap it with.' : 'Press cells until all are 0.'}
        </p>
      </div>
    </>
  )
}

function parText(run?: Run): string {
  if (!run) return '?'
  if (run.state === 'running') return '…'
  const a = run.answer
  if (a?.status === 'bounded') return a.moves === null ? `${a.lower_bound} or more` : `${a.lower_bound} to ${a.moves}`
  return '–'
}

function praise(b: Board, made: number, par?: number): string {
  if (made === 0) return 'Nothing to do: it is done already.'
  if (par === undefined) return `Done in ${count(b, made)}.`
  if (made <= par) return `Done in ${count(b, made)}: par, and no fewer will do.`
  return `Done in ${count(b, made)}. Par is ${par}.`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
