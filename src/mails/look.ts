import type { CSSProperties } from 'react'

/**
 * The design language in colours that every mail client knows: no variables, no transparency, no remote font. `quiet` is lighter than the
 * page's: a client that darkens mails by itself darkens text below a brightness of 150, though its ground is dark already.
 */
export const ink = {
  high: '#F6F4F0',
  text: '#C8C5BE',
  quiet: '#A8A59E',
  onGold: '#16100A',
} as const
export const surface = {
  ground: '#0A0A0B',
  panel: '#18181B',
  line: '#38383C',
  gold: '#F4B740',
} as const

const face = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
const text = (size: number, line: number, color: string): CSSProperties => ({
  margin: 0,
  fontFamily: face,
  fontSize: `${size}px`,
  lineHeight: `${line}px`,
  color,
})

export const look = {
  body: { margin: 0, padding: '32px 16px', backgroundColor: surface.ground },
  column: { maxWidth: '560px' },
  brand: { ...text(15, 20, ink.high), fontWeight: 600, padding: '0 0 16px' },
  panel: {
    backgroundColor: surface.panel,
    border: `1px solid ${surface.line}`,
    borderRadius: '4px',
  },
  panelCell: { padding: '32px 24px 16px' },
  label: { ...text(13, 20, ink.quiet), padding: '0 0 8px' },
  title: {
    ...text(32, 36, ink.high),
    fontWeight: 600,
    letterSpacing: '-.01em',
    padding: '0 0 16px',
  },
  openCell: { padding: '24px 0 8px', borderBottom: `1px solid ${surface.line}` },
  largeTitle: {
    ...text(48, 50, ink.high),
    fontWeight: 700,
    letterSpacing: '-.02em',
    padding: '0 0 20px',
  },
  subtitle: { ...text(19, 26, ink.high), fontWeight: 600, padding: '0 0 8px' },
  details: { borderTop: `1px solid ${surface.line}`, margin: '4px 0 26px' },
  detail: { padding: '12px 0', borderBottom: `1px solid ${surface.line}` },
  detailName: { ...text(16, 25, ink.high), fontWeight: 600 },
  detailText: text(16, 25, ink.text),
  paragraph: { ...text(16, 26, ink.text), padding: '0 0 16px' },
  points: { margin: 0, padding: '0 0 8px 20px', color: ink.text },
  point: { ...text(16, 26, ink.text), padding: '0 0 10px' },
  pointName: { fontWeight: 600, color: ink.high },
  button: {
    display: 'inline-block',
    padding: '16px 24px',
    borderRadius: '4px',
    backgroundColor: surface.gold,
    color: ink.onGold,
    fontFamily: face,
    fontSize: '16px',
    fontWeight: 600,
    textDecoration: 'none',
  },
  buttonRow: { padding: '8px 0 16px' },
  address: { ...text(13, 20, ink.quiet), padding: '0 0 16px', wordBreak: 'break-all' },
  addressLink: { color: ink.quiet, textDecoration: 'underline' },
  footer: { ...text(13, 21, ink.quiet), padding: '12px 0 0' },
  link: { color: ink.text, textDecoration: 'underline' },
} satisfies Record<string, CSSProperties>
