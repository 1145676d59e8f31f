import type { CSSProperties } from 'react'
import { theme } from '#campaign'

/**
 * The theme of the campaign in colours that every mail client knows: no variables, no transparency, no
 * remote font. Mails are light by default and dark where the client asks for it (`schemeCss`):
 * clients that invert colours handle light mails well and dark ones badly. The plate on top has the
 * campaign's own scheme in both.
 */
const { mail, [theme.scheme]: own } = theme
const { light, dark } = mail

export const ink = {
  high: light.ink,
  text: light.body,
  quiet: light.quiet,
  onAccent: own.onAccent,
} as const
export const surface = { ground: light.ground, line: light.line, accent: own.accent } as const
export const plate = { ground: own.ground, ink: own.ink } as const

/** Classes that `schemeCss` gives their dark colours; the styles below hold the light ones. */
export const tone = {
  ground: 'g',
  high: 'i',
  text: 't',
  quiet: 'q',
  line: 'h',
  pad: 'pad',
} as const

const inDark = [
  [tone.ground, 'background-color', dark.ground],
  [tone.high, 'color', dark.ink],
  [tone.text, 'color', dark.body],
  [tone.quiet, 'color', dark.quiet],
  [tone.line, 'border-color', dark.line],
]
const rules = (prefix: string, properties: readonly string[]) =>
  inDark
    .filter(([, property = '']) => properties.includes(property))
    .map(([name, property, color]) => `${prefix}.${name}{${property}:${color}!important}`)
    .join('')

/**
 * The only style sheet of a mail. `[data-ogsc]` and `[data-ogsb]` are set by Outlook's apps in
 * their dark mode. Clients that drop the sheet show the light mail at full width.
 */
export const schemeCss = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  `@media (prefers-color-scheme:dark){${rules('', ['background-color', 'color', 'border-color'])}}`,
  rules('[data-ogsc] ', ['color', 'border-color']),
  rules('[data-ogsb] ', ['background-color']),
  `@media (max-width:480px){.${tone.pad}{padding-left:20px!important;padding-right:20px!important}.plate-title{font-size:28px!important;line-height:32px!important}.plate-long-title{font-size:18px!important;line-height:24px!important}.plate-cell{height:140px!important}.plate-large{font-size:56px!important;line-height:56px!important}.plate-medium,.plate-small{font-size:40px!important;line-height:40px!important}}`,
  // A place of five digits in the plate of the smallest phones.
  '@media (max-width:359px){.plate-large{font-size:40px!important;line-height:40px!important}.plate-medium,.plate-small{font-size:28px!important;line-height:32px!important}}',
].join('')

const face = "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
const narrowFace =
  "'Arial Narrow','Roboto Condensed','HelveticaNeue-CondensedBold',Arial,sans-serif"
const codeFace = "ui-monospace,Menlo,Consolas,'Courier New',monospace"
const text = (size: number, line: number, color: string): CSSProperties => ({
  margin: 0,
  fontFamily: face,
  fontSize: `${size}px`,
  lineHeight: `${line}px`,
  color,
})
const narrow = (size: number, line: number, color: string): CSSProperties => ({
  ...text(size, line, color),
  fontFamily: narrowFace,
  fontWeight: 700,
})

/**
 * Outlook for Windows gives a link no padding, so the button's is its cell's there. React's types
 * do not know the property.
 */
const outlookPadding: object = { msoPaddingAlt: '16px 28px' }

/** In px: the column without its padding. */
export const pictureWidth = 536

/**
 * Of the plate's width without its padding: the words end left of the figure in the picture
 * (`figureStartsAt` in layout.tsx).
 */
export const titleShare = 52
const besideFigure: CSSProperties = { maxWidth: `${titleShare}%`, wordBreak: 'break-word' }

export const look = {
  body: { margin: 0, padding: 0, backgroundColor: surface.ground },
  column: { width: '100%', maxWidth: '600px' },
  plateCell: {
    height: '224px',
    padding: '24px 32px',
    verticalAlign: 'top',
    backgroundColor: plate.ground,
  },
  brand: { ...text(18, 24, plate.ink), ...besideFigure, fontWeight: 600, padding: '0 0 24px' },
  title: { ...narrow(40, 44, plate.ink), ...besideFigure, letterSpacing: '-.02em' },
  longTitle: { ...narrow(28, 32, plate.ink), ...besideFigure, letterSpacing: '-.01em' },
  figure: {
    display: 'block',
    padding: '8px 0 0',
    color: surface.accent,
    letterSpacing: '-.03em',
    fontVariantNumeric: 'tabular-nums',
  },
  content: { padding: '24px 32px 40px' },
  label: { ...text(13, 21, ink.quiet), padding: '0 0 12px' },
  subtitle: { ...text(18, 24, ink.high), fontWeight: 600, padding: '8px 0' },
  paragraph: { ...text(16, 26, ink.text), padding: '0 0 16px' },
  lastParagraph: { ...text(16, 26, ink.text), padding: 0 },
  minorSubtitle: { ...text(16, 26, ink.high), fontWeight: 600, padding: '8px 0 4px' },
  list: { ...text(16, 26, ink.text), margin: '0 0 16px', padding: '0 0 0 24px' },
  innerList: { margin: '4px 0 0', padding: '0 0 0 24px' },
  item: { padding: '0 0 4px' },
  itemParagraph: { margin: '4px 0 0' },
  quote: { borderLeft: `3px solid ${surface.line}`, margin: '0 0 16px' },
  quoteCell: { padding: '0 0 0 16px' },
  rule: { border: 0, borderTop: `1px solid ${surface.line}`, margin: '8px 0 24px' },
  picture: { display: 'block', width: '100%', height: 'auto', margin: '0 0 16px', border: 0 },
  rows: { borderTop: `1px solid ${surface.line}`, margin: '0 0 24px' },
  rowName: {
    ...narrow(18, 24, ink.high),
    padding: '8px 16px 8px 0',
    borderBottom: `1px solid ${surface.line}`,
    verticalAlign: 'top',
  },
  rowText: {
    ...text(16, 24, ink.text),
    padding: '8px 0',
    borderBottom: `1px solid ${surface.line}`,
    verticalAlign: 'top',
  },
  compactRowText: {
    ...text(14, 20, ink.text),
    padding: '8px 0',
    borderBottom: `1px solid ${surface.line}`,
    verticalAlign: 'top',
  },
  strong: { display: 'block', fontWeight: 600, color: ink.high },
  // Where a reader's own colours replace ours, the border shows that this is a button.
  buttonCell: {
    border: `1px solid ${surface.accent}`,
    backgroundColor: surface.accent,
    borderRadius: `${theme.radius}px`,
    ...outlookPadding,
  },
  button: {
    ...text(16, 20, ink.onAccent),
    display: 'inline-block',
    padding: '15px 27px',
    fontWeight: 600,
    textDecoration: 'none',
  },
  address: { ...text(13, 21, ink.quiet), padding: '12px 0 24px', wordBreak: 'break-all' },
  footer: { borderTop: `1px solid ${surface.line}`, margin: '24px 0 0' },
  footerCell: { padding: '16px 0 0' },
  // A long address would make the table wider than the window.
  note: { ...text(13, 20, ink.quiet), padding: '0 0 8px', wordBreak: 'break-word' },
  ownLink: {
    border: `1px solid ${surface.line}`,
    borderRadius: `${theme.radius}px`,
    borderCollapse: 'separate',
    margin: '16px 0 24px',
  },
  ownLinkCell: { padding: '12px 16px' },
  ownLinkText: { ...text(16, 24, ink.high), wordBreak: 'break-all' },
  ownLinkLabel: { ...text(13, 20, ink.quiet), display: 'block' },
  ownLinkUrl: { color: ink.high, fontFamily: codeFace, textDecoration: 'none' },
  framed: {
    border: `1px solid ${surface.accent}`,
    borderRadius: `${theme.radius}px`,
    borderCollapse: 'separate',
    margin: '0 0 24px',
  },
  framedCell: { padding: '16px' },
  framedValue: {
    ...text(18, 24, ink.high),
    fontWeight: 600,
    letterSpacing: '.04em',
  },
  framedText: { ...text(13, 21, ink.quiet), padding: '4px 0 0' },
  bold: { fontWeight: 600, color: ink.high },
  link: { color: ink.high, textDecoration: 'underline' },
} satisfies Record<string, CSSProperties>

/** By `LineParts.size`, in a plate of 600 px; `schemeCss` has those of phones. */
export const figureSizes = {
  large: { fontSize: '84px', lineHeight: '84px' },
  medium: { fontSize: '56px', lineHeight: '56px' },
  small: { fontSize: '56px', lineHeight: '56px' },
} as const satisfies Record<string, CSSProperties>
