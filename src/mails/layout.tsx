import { Head, Heading, Html, Link, Preview, Text } from '@react-email/components'
import type { CSSProperties, ReactNode } from 'react'
import { mailPlate } from '#contract/api.ts'
import { mainLang } from '#contract/mails.ts'
import { originBlank } from './blanks.ts'
import { figureSizes, look, plate, schemeCss, surface, tone } from './look.ts'
import { fill, type MailHead } from './words.ts'

/** The larger the number, the smaller its size. */
type Figure = { text: string; size: 'large' | 'medium' | 'small' }

type LayoutProps = {
  brand: string
  words: MailHead
  lang?: string | undefined
  /** a place, below the title */
  figure?: Figure | undefined
  /** one quiet line above the first paragraph */
  label?: ReactNode
  children: ReactNode
  footer: ReactNode
}

/**
 * The frame of every mail, 600 px wide: a black plate with brand and title as live text, the
 * content, and below a hairline why this mail came and how to end it. Tables only, so that Outlook
 * shows it; without the picture the plate is plain black.
 */
export function Layout({
  brand,
  words: { subject, preview, title },
  lang = mainLang,
  figure,
  label,
  children,
  footer,
}: LayoutProps) {
  return (
    <Html lang={lang}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style dangerouslySetInnerHTML={{ __html: schemeCss }} />
      </Head>
      <body className={tone.ground} style={look.body}>
        <Preview>{preview}</Preview>
        <Table className={tone.ground} bgcolor={surface.ground} align="center">
          <Table style={look.column} width="600">
            <Plate brand={brand} title={title} figure={figure} />
            <tr>
              <td className={tone.pad} style={look.content}>
                {label && (
                  <Text className={tone.quiet} style={look.label}>
                    {label}
                  </Text>
                )}
                {children}
                <Table className={tone.line} style={look.footer} cell={look.footerCell}>
                  {footer}
                </Table>
              </td>
            </tr>
          </Table>
        </Table>
      </body>
    </Html>
  )
}

/** In characters: longer titles, which only letters have, are set smaller. */
const longestTitle = 40

type PlateProps = { brand: string; title: string; figure: Figure | undefined }

function Plate({ brand, title, figure }: PlateProps) {
  const picture = `${originBlank}${mailPlate}`
  const isLong = figure !== undefined || title.length > longestTitle
  return (
    <tr>
      <td
        className={`${tone.pad} plate-cell${figure ? ' plate-figure' : ''}`}
        {...oldAttributes(plate.ground, picture)}
        style={{
          ...look.plateCell,
          backgroundImage: `url(${picture})`,
          backgroundSize: 'cover',
          backgroundPosition: 'right top',
        }}
      >
        <Text style={look.brand}>{brand}</Text>
        <Heading
          as="h1"
          className={isLong ? 'plate-long-title' : 'plate-title'}
          style={isLong ? look.longTitle : look.title}
        >
          {title}
          {figure && (
            <>
              {' '}
              <span style={{ ...look.figure, ...figureSizes[figure.size] }}>{figure.text}</span>
            </>
          )}
        </Heading>
      </td>
    </tr>
  )
}

/**
 * For clients that drop backgrounds in styles; React's types do not know these attributes of a
 * cell.
 */
const oldAttributes = (bgcolor: string, background: string): object => ({ bgcolor, background })

type TableProps = {
  className?: string
  style?: CSSProperties
  bgcolor?: string
  width?: string
  align?: 'center'
  /** wraps the children in one cell with this style; without it and `align`, children are rows */
  cell?: CSSProperties
  children: ReactNode
}

/** A layout table, which assistive technology skips. */
export function Table({
  className,
  style,
  bgcolor,
  width = '100%',
  align,
  cell,
  children,
}: TableProps) {
  return (
    <table
      role="presentation"
      className={className}
      width={width}
      border={0}
      cellPadding={0}
      cellSpacing={0}
      bgcolor={bgcolor}
      style={style}
    >
      <tbody>
        {align || cell ? (
          <tr>
            <td align={align} style={cell}>
              {children}
            </td>
          </tr>
        ) : (
          children
        )}
      </tbody>
    </table>
  )
}

export type Row = { name: string | null; text: string }

/**
 * Rows between hairlines. `inColumn`: the names have their own column, as short ones (times) do;
 * longer names are above their text. The text part reads 'Name: text'.
 */
export function Rows({
  rows,
  inColumn = rows.every(({ name }) => name !== null && name.length <= 6),
}: {
  rows: readonly Row[]
  inColumn?: boolean
}) {
  const nameWidth = 72
  return (
    <Table className={tone.line} style={look.rows}>
      {rows.map(({ name, text }) =>
        inColumn ? (
          <tr key={text}>
            <td className={`row ${tone.line} ${tone.high}`} width={nameWidth} style={look.rowName}>
              <strong>{name}</strong>{' '}
            </td>
            <td className={`row ${tone.line} ${tone.text}`} style={look.rowText}>
              {text}
            </td>
          </tr>
        ) : (
          <tr key={text}>
            <td className={`${tone.line} ${tone.text}`} style={look.rowText}>
              {name !== null && (
                <>
                  <strong className={tone.high} style={look.strong}>
                    {name}
                  </strong>{' '}
                </>
              )}
              {text}
            </td>
          </tr>
        ),
      )}
    </Table>
  )
}

/** The text before a point's first colon is its name. */
export const Points = ({ brand, texts }: { brand: string; texts: readonly string[] }) => (
  <Rows
    rows={texts.map((text) => {
      const filled = fill(text, { brand })
      const [, name = null, rest = filled] = /^([^:]+): (.+)$/s.exec(filled) ?? []
      return { name, text: rest }
    })}
  />
)

export const Subtitle = ({ children }: { children: ReactNode }) => (
  <Heading as="h2" className={tone.high} style={look.subtitle}>
    {children}
  </Heading>
)

export const Paragraphs = ({ brand, texts }: { brand: string; texts: readonly string[] }) =>
  texts.map((text) => (
    <Text key={text} className={tone.text} style={look.paragraph}>
      {fill(text, { brand })}
    </Text>
  ))

/**
 * The mail's one next step: a gold button, and its address in full for clients that show no button.
 */
export function Action({ href, label }: { href: string; label: string }) {
  return (
    <>
      <Table width="auto" cell={look.buttonCell}>
        <Link href={href} style={look.button}>
          {label}
        </Link>
      </Table>
      <Text className={tone.quiet} style={look.address} data-skip-in-text="true">
        <Link href={href} className={tone.high} style={look.link}>
          {href}
        </Link>
      </Text>
    </>
  )
}

export const Note = ({ children }: { children: ReactNode }) => (
  <Text className={tone.quiet} style={look.note}>
    {children}
  </Text>
)

export const NoteLink = ({ href, label }: { href: string; label: string }) => (
  <Text className={tone.quiet} style={look.note}>
    <Link href={href} className={tone.high} style={look.link}>
      {label}
    </Link>
  </Text>
)
