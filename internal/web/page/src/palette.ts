// The colours of the program's pictures: those used most are the palette of
// Okabe and Ito, which people who confuse red with green can tell apart. Every
// tile carries its letter too.

import { Board } from './board'

const FLOOR = [
  '#882255', '#0072b2', '#56b4e9', '#332288', '#44aa99', // A B C D E
  '#999933', '#009e73', '#ddcc77', '#5d3a9b', '#117733', // F G H I J
  '#3b3b3b', '#bdb2ff', '#aa4499', '#7f5539', '#e69f00', // K L M N O
  '#cc79a7', '#88ccee', '#d55e00', '#cc6677', '#0c7b93', // P Q R S T
  '#994f00', '#9d8df1', '#eceff1', '#90a4ae', '#f0e442', // U V W X Y
  '#b5e48c', // Z
]
const STATES = ['#56b4e9', '#e69f00', '#009e73', '#cc79a7', '#0072b2', '#d55e00', '#f0e442', '#332288', '#999933']

export const DARK = '#1b1f24'
export const LIGHT = '#ffffff'

// All letters, those that the program's own random floors use most first.
export const USUAL = [...'RGBCPYADEFHIJKLMNOQSTUVWXZ'].map((ch) => ch.charCodeAt(0) - 65)

export function paint(puzzle: Board['puzzle'], colours: number, cell: number): string {
  if (puzzle === 'floor') return FLOOR[cell % FLOOR.length]
  if (cell === 0) return LIGHT
  return colours === 2 ? DARK : STATES[(cell - 1) % STATES.length]
}

// ink is the colour of the two that reads better on a paint.
export function ink(paper: string): string {
  return contrast(paper, DARK) > contrast(paper, LIGHT) ? DARK : LIGHT
}

function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((i) => (parseInt(colour.slice(i, i + 2), 16) / 255) ** 2.2)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
