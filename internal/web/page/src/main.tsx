import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Board, Puzzle, fromLink, fromWire, toLink } from './board'
import { Explorer, queryOf } from './explorer'
import { Icon, Problems } from './parts'
import { Workshop } from './workshop'
import './style.css'

type View = Puzzle | 'farthest'

const FLOOR = fromWire('floor', { rows: ['RRGGBB', 'RYYGBR', 'GYBBYR', 'GGRBYY', 'BRRYGG', 'BBYRRG'] })
const FLIP = fromWire('flip', { rows: ['00100', '01110', '11111', '01110', '00100'], mask: 'plus', colours: 2 })

function App() {
  const [view, setView] = useState<View>('floor')
  const [boards, setBoards] = useState<Record<Puzzle, Board>>({ floor: FLOOR, flip: FLIP })
  const [broken, setBroken] = useState<string>() // what is wrong with the link in the address bar
  const [link, setLink] = useState('') // that was followed last
  const [ready, setReady] = useState(false)

  const open = (b: Board) => {
    setBoards((old) => ({ ...old, [b.puzzle]: b }))
    setView(b.puzzle)
    setBroken(undefined)
  }
  const follow = () => {
    setBroken(undefined)
    setLink(location.hash)
    try {
      const b = fromLink(location.hash)
      if (b) open(b)
      else if (location.hash.startsWith('#farthest')) {
        setView('farthest')
        queryOf(location.hash)
      } else if (location.hash.length > 1) throw new Error('It begins neither with #floor= nor with #flip= nor with #farthest=.')
    } catch (error) {
      if (location.hash.startsWith('#flip')) setView('flip')
      setBroken((error as Error).message)
    }
    setReady(true)
  }
  useEffect(() => {
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])

  // The address bar holds the link to what is shown; one that can't be read stays
  // until something else is done.
  useEffect(() => {
    if (ready && !broken && view !== 'farthest') history.replaceState(null, '', toLink(boards[view]))
  }, [ready, broken, view, boards])

  const tab = (v: View, text: string) => (
    <button type="button" aria-current={view === v ? 'page' : undefined} onClick={() => { setBroken(undefined); setView(v) }}>{text}</button>
  )
  return (
    <>
      <header>
        <Logo />
        <nav aria-label="Puzzles">{tab('floor', 'Floor')}{tab('flip', 'Flip')}{tab('farthest', 'Farthest')}</nav>
        <Theme />
      </header>
      {broken && (
        <div class="banner">
          <Problems problems={[{ message: `The link in the address bar can’t be read. ${broken}`, hint: 'It stays there, to be put right. What is shown here is another.' }]} onClose={() => setBroken(undefined)} />
        </div>
      )}
      {ready && (view === 'farthest' ? <Explorer key={link} kept={!!broken} onOpen={open} onAsk={() => setBroken(undefined)} /> : <Workshop key={view} board={boards[view]} onBoard={open} />)}
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
