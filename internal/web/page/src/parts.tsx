// Small parts that the views share.

import { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Problem } from './api'
import { MASKS } from './board'

export function Icon({ name }: { name: keyof typeof ICONS }) {
  return <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d={ICONS[name]} /></svg>
}

const ICONS = {
  first: 'M18 5v14l-9-7zM6 5v14',
  back: 'M15 5l-8 7 8 7',
  forward: 'M9 5l8 7-8 7',
  play: 'M8 5v14l11-7z',
  pause: 'M8 5v14M16 5v14',
  last: 'M6 5v14l9-7zM18 5v14',
  undo: 'M8 5L3.5 9.5 8 14M4 9.5h10a5.5 5.5 0 010 11h-3',
  again: 'M5 12a7 7 0 102.2-5.1M7.5 3v4.2h4.2',
  bulb: 'M9 18h6M10 21h4M12 3a6 6 0 00-3.5 10.9c.7.6 1 1.3 1 2.1h5c0-.8.3-1.5 1-2.1A6 6 0 0012 3z',
  dice: 'M5 5h14v14H5zM9 9h.01M15 15h.01M15 9h.01M9 15h.01',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  link: 'M10 14a4 4 0 005.7 0l3-3A4 4 0 0013 5.3l-1 1M14 10a4 4 0 00-5.7 0l-3 3A4 4 0 0011 18.7l1-1',
  sun: 'M12 8a4 4 0 100 8 4 4 0 000-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5',
  moon: 'M20 14.5A8.5 8.5 0 019.5 4a8.5 8.5 0 1010.5 10.5z',
}

// NumberField is a number between two buttons, for fingers and keys alike.
export function NumberField(p: { label: string; value: number; min: number; max: number; onChange: (n: number) => void; id: string }) {
  const set = (n: number) => p.onChange(Math.min(p.max, Math.max(p.min, Math.round(n) || p.min)))
  return (
    <div class="number">
      <label for={p.id}>{p.label}</label>
      <div class="stepper">
        <button type="button" tabIndex={-1} aria-label={`fewer ${p.label}`} disabled={p.value <= p.min} onClick={() => set(p.value - 1)}>−</button>
        <input id={p.id} type="number" inputMode="numeric" min={p.min} max={p.max} value={p.value}
          onChange={(e) => set(Number(e.currentTarget.value))} />
        <button type="button" tabIndex={-1} aria-label={`more ${p.label}`} disabled={p.value >= p.max} onClick={() => set(p.value + 1)}>+</button>
      </div>
    </div>
  )
}

export const MASK_NAMES: Record<string, string> = {
  cross: 'cross: row and column',
  plus: 'plus: Lights Out',
  king: 'king: all eight around',
  diagonal: 'diagonal neighbours',
  neighbours: 'side neighbours only',
}

export function MaskField(p: { value: string; onChange: (mask: string) => void; id: string; pattern?: string[] }) {
  return (
    <div class="field">
      <label for={p.id}>A press changes</label>
      <select id={p.id} value={p.pattern ? 'pattern' : p.value} onChange={(e) => p.onChange(e.currentTarget.value)}>
        {MASKS.map((mask) => <option key={mask} value={mask}>{MASK_NAMES[mask]}</option>)}
        {p.pattern && <option value="pattern">pattern {p.pattern.join('/')}</option>}
      </select>
    </div>
  )
}

export function Segments<T extends string>(p: { label: string; value: T; options: { value: T; text: string; disabled?: boolean }[]; onChange: (v: T) => void }) {
  return (
    <div class="segments" role="group" aria-label={p.label}>
      {p.options.map((o) => (
        <button type="button" key={o.value} aria-pressed={o.value === p.value} disabled={o.disabled} onClick={() => p.onChange(o.value)}>{o.text}</button>
      ))}
    </div>
  )
}

export function Card({ title, children }: { title: string; children: ComponentChildren }) {
  return <section class="card"><h2>{title}</h2>{children}</section>
}

// Problems shows what is wrong with a text, and where, with the line itself.
export function Problems({ problems, text, onClose }: { problems: Problem[]; text?: string; onClose: () => void }) {
  const rows = text?.replace(/^\uFEFF/, '').split(/\r?\n/)
  return (
    <div class="problems" role="alert">
      <button type="button" class="close" aria-label="dismiss" onClick={onClose}>×</button>
      {problems.slice(0, 5).map((p, i) => {
        const row = p.line ? rows?.[p.line - 1] : undefined
        const chars = row === undefined ? [] : [...row]
        const from = Math.max(0, (p.column ?? 1) - 21)
        return (
          <div key={i}>
            <p>{p.line ? <b>{p.column ? `Line ${p.line}, column ${p.column}: ` : `Line ${p.line}: `}</b> : null}{p.message}</p>
            {!!p.line && !!p.column && chars.length > 0 && (
              <pre>{from > 0 && '…'}{chars.slice(from, p.column - 1).join('')}<mark>{chars[p.column - 1] ?? ' '}</mark>{chars.slice(p.column, p.column + 20).join('')}</pre>
            )}
            {p.hint && <p class="quiet">{p.hint}</p>}
          </div>
        )
      })}
      {problems.length > 5 && <p>and {problems.length - 5} more</p>}
    </div>
  )
}

// ActionButton says shortly that it has worked.
export function ActionButton(p: { children: ComponentChildren; done: string; action: () => Promise<void> | void; onError: (message: string) => void; disabled?: boolean }) {
  const [said, say] = useState(false)
  const [busy, setBusy] = useState(false)
  return (
    <button type="button" disabled={p.disabled || busy} onClick={async () => {
      setBusy(true)
      try {
        await p.action()
        say(true)
        setTimeout(() => say(false), 1800)
      } catch (error) {
        p.onError((error as Error).message)
      } finally {
        setBusy(false)
      }
    }}><span class="says-done" aria-live="polite">{said ? p.done : p.children}</span></button>
  )
}

export function download(name: string, content: string | Blob, type = 'text/plain') {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10000)
}
