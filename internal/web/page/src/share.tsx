// What can be taken away: a link, the plan, the answer, pictures.

import { useState } from 'preact/hooks'
import { picture } from './api'
import { Board, lines, toLink } from './board'
import { ActionButton, Card, Icon, download } from './parts'
import { describe, moves } from './rules'
import { Run, verdict } from './solver'

export function Share({ board, run, onError }: { board: Board; run?: Run; onError: (message: string) => void }) {
  const [quilt, setQuilt] = useState(false)
  const answer = run?.state === 'ended' ? run.answer : undefined
  const name = (board.name || board.puzzle).replace(/[^\p{L}\p{N}_-]+/gu, '-')
  const link = () => navigator.clipboard.writeText(location.href.split('#')[0] + toLink(board))
  const draw = async (format: string) =>
    download(`${name}.${format}`, await picture(board, answer?.plan ?? null, format, quilt ? 'quilt' : 'plain'))
  return (
    <Card title="Take away">
      <div class="row">
        <ActionButton done="Link copied" action={link} onError={() => onError('The browser doesn’t let the page copy. The address bar holds the link.')}><Icon name="link" />Copy link</ActionButton>
        <button type="button" id="download-plan" disabled={!answer} onClick={() => download(`${name}-plan.txt`, planText(run!))}>Plan</button>
        <button type="button" id="download-json" disabled={!answer} onClick={() => download(`${name}.json`, JSON.stringify(answer) + '\n', 'application/json')}>JSON</button>
      </div>
      <div class="row">
        <span class="row-label">Picture</span>
        {['svg', 'png', ...(answer?.plan?.length ? ['gif'] : [])].map((format) => (
          <ActionButton key={format} done="Saved" action={() => draw(format)} onError={onError}>{format.toUpperCase()}</ActionButton>
        ))}
        {board.puzzle === 'floor' && <label class="check"><input type="checkbox" checked={quilt} onChange={(e) => setQuilt(e.currentTarget.checked)} />quilt</label>}
      </div>
    </Card>
  )
}

// planText is the board, the verdict and the moves; its first lines are a board file.
function planText(run: Run): string {
  const b = run.board
  const out = [`; fewest: ${b.puzzle}${b.puzzle === 'flip' && b.mask ? ` mask=${b.mask} colours=${b.colours}${b.wrap ? ' wrap' : ''}` : ''}`]
  if (b.name) out.push(`; name: ${b.name}`)
  out.push(...(lines(b) ?? []), '', `; ${verdict(run)}`)
  moves(b, run.answer?.plan ?? []).forEach((m, i) => out.push(`; ${i + 1}. ${describe(b, m)}`))
  return out.join('\n') + '\n'
}
