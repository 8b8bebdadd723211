// Zoom of a board that is larger than its place: two fingers, the wheel with Ctrl,
// or buttons. One finger still paints or plays.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

const MOST = 8

export interface Zoom {
  zoom: number
  wanted: boolean // cells are too small for a finger
  by: (factor: number) => void
  down: (event: PointerEvent, begin: () => void) => void
  move: (event: PointerEvent) => boolean // true if the gesture has it
  up: (event: PointerEvent) => void
}

// useZoom watches over a frame that shows a part of a board; cancel ends what one
// finger had begun.
export function useZoom(frame: { readonly current: HTMLElement | null }, cols: number, cancel: () => void): Zoom {
  const [zoom, setZoom] = useState(1)
  const [width, setWidth] = useState(0)
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const begin = useRef<{ start: () => void; timer: number; x: number; y: number } | undefined>(undefined)
  const pinch = useRef<{ apart: number; zoom: number } | undefined>(undefined)
  // The point of the board, as a share of it, that stays at a place of the frame.
  const keep = useRef<{ shareX: number; shareY: number; x: number; y: number } | undefined>(undefined)

  useEffect(() => {
    const watch = new ResizeObserver(() => setWidth(frame.current?.clientWidth ?? 0))
    watch.observe(frame.current!)
    return () => watch.disconnect()
  }, [])
  useEffect(() => setZoom(1), [cols])

  const to = (next: number, clientX?: number, clientY?: number) => {
    const box = frame.current!.getBoundingClientRect()
    const x = (clientX ?? box.left + box.width / 2) - box.left, y = (clientY ?? box.top + box.height / 2) - box.top
    const f = frame.current!
    keep.current = { shareX: (f.scrollLeft + x) / f.scrollWidth, shareY: (f.scrollTop + y) / f.scrollHeight, x, y }
    setZoom(Math.min(MOST, Math.max(1, next)))
  }
  useLayoutEffect(() => {
    const k = keep.current, f = frame.current!
    if (!k) return
    f.scrollLeft = k.shareX * f.scrollWidth - k.x
    f.scrollTop = k.shareY * f.scrollHeight - k.y
    keep.current = undefined
  }, [zoom])

  const latest = useRef(zoom)
  latest.current = zoom
  useEffect(() => {
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      to(latest.current * Math.exp(-event.deltaY / 200), event.clientX, event.clientY)
    }
    frame.current!.addEventListener('wheel', wheel, { passive: false })
    return () => frame.current?.removeEventListener('wheel', wheel)
  }, [])

  const start = () => {
    const b = begin.current
    if (!b) return
    clearTimeout(b.timer)
    begin.current = undefined
    b.start()
  }
  const both = () => {
    const [a, b] = [...fingers.current.values()]
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.hypot(a.x - b.x, a.y - b.y) }
  }

  return {
    zoom,
    wanted: width > 0 && width / cols < 30,
    by: (factor) => to(zoom * factor),
    // A finger begins something when it is clear that no second one follows.
    down: (event, then) => {
      if (event.pointerType !== 'touch') return then()
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      if (fingers.current.size === 1) {
        begin.current = { start: then, timer: setTimeout(start, 90), x: event.clientX, y: event.clientY }
        return
      }
      if (begin.current) clearTimeout(begin.current.timer)
      begin.current = undefined
      cancel()
      pinch.current = { apart: both().apart, zoom }
    },
    move: (event) => {
      const finger = fingers.current.get(event.pointerId)
      if (!finger) return false
      if (pinch.current) {
        if (fingers.current.size < 2) return true
        const before = both()
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
        const now = both()
        frame.current!.scrollLeft -= now.x - before.x
        frame.current!.scrollTop -= now.y - before.y
        to((pinch.current.zoom * now.apart) / pinch.current.apart, now.x, now.y)
        return true
      }
      const b = begin.current
      if (b && Math.hypot(event.clientX - b.x, event.clientY - b.y) > 6) start()
      return false
    },
    up: (event) => {
      if (event.type !== 'pointercancel') start()
      else if (begin.current) {
        clearTimeout(begin.current.timer)
        begin.current = undefined
      }
      fingers.current.delete(event.pointerId)
      if (!fingers.current.size) pinch.current = undefined
    },
  }
}
