import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Board, Puzzle, fromLink, fromWire, toLink } from './board'
import { Explorer } from './explorer'
import { Icon, Problems } from './parts'
import { Workshop } from './workshop'
import './style.css'

type View = Puzzle | 'farthest'

const FLOOR = fromWire('floor', { rows: ['RRGGBB', 'RYYGBR', 'GYBBYR', 'GGRBYY', 'BRRYGG', 'BBYRRG'] })
const FLIP = fromWire('flip', { rows: ['00100', '01110', '11111', '01110', '00100'], mask: 'plus', colours: 2 })

function App() {
  const [view, setView] = useState<View>('floor')
  const [boards, setBoards] = useState<Record<Puzzle, Board>>({ floor: FLOOR, flip: FLIP })
  const [problem, setProblem] = useState<string>()
  const [ready, setReady] = useState(false)

  const open = (b: Board) => {
    setBoards((old) => ({ ...old, [b.puzzle]: b }))
    setView(b.puzzle)
  }
  const follow = () => {
    try {
      const b = fromLink(location.hash)
      if (b) open(b)
      else if (location.hash.startsWith('#farthest')) setView('farthest')
    } catch (error) {
      setProblem((error as Error).message)
    }
    setReady(true)
  }
  useEffect(() => {
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])

  // The address bar always holds the link to what is shown.
  useEffect(() => {
    if (ready && view !== 'farthest') history.replaceState(null, '', toLink(boards[view]))
  }, [ready, view, boards])

  const tab = (v: View, text: string) => (
    <button type="button" aria-current={view === v ? 'page' : undefined} onClick={() => { setProblem(undefined); setView(v) }}>{text}</button>
  )
  return (
    <>
      <header>
        <Logo />
        <nav aria-label="Puzzles">{tab('floor', 'Floor')}{tab('flip', 'Flip')}{tab('farthest', 'Farthest')}</nav>
        <Theme />
      </header>
      {problem && <div class="banner"><Problems problems={[{ message: problem }]} onClose={() => setProblem(undefined)} /></div>}
      {ready && (view === 'farthest' ? <Explorer onOpen={open} /> : <Workshop key={view} board={boards[view]} onBoard={open} />)}
    </>
  )
}

function Logo() {
  return (
    <h1>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect x="2" y="2" width="13" height="13" rx="3.5" fill="#d55e00" /><rect x="17" y="2" width="13" height="13" rx="3.5" fill="#0072b2" />
        <rect x="2" y="17" width="13" height="13" rx="3.5" fill="#f0e442" /><rect x="17" y="17" width="13" height="13" rx="3.5" fill="#009e73" />
      </svg>
      fewest
    </h1>
  )
}

// Theme follows the system until the button says otherwise.
function Theme() {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const [dark, setDark] = useState(() => (localStorage.getItem('theme') ?? (system.matches ? 'dark' : 'light')) === 'dark')
  useEffect(() => {
    const change = () => localStorage.getItem('theme') || setDark(system.matches)
    system.addEventListener('change', change)
    return () => system.removeEventListener('change', change)
  }, [])
  useEffect(() => {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  }, [dark])
  return (
    <button type="button" class="round theme" aria-label={dark ? 'light colours' : 'dark colours'} onClick={() => {
      localStorage.setItem('theme', dark ? 'light' : 'dark')
      setDark(!dark)
    }}><Icon name={dark ? 'sun' : 'moon'} /></button>
  )
}

render(<App />, document.getElementById('app')!)
