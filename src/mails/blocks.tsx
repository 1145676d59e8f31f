import { Heading, Link, Text } from '@react-email/components'
import { createContext, useContext, type ReactNode } from 'react'
import type { MailCopy } from '#contract/mails/mails.ts'
import { fill } from '#contract/text.ts'
import { look, tone } from './theme.ts'
import { Table } from './table.tsx'

export type Row = { name: string | null; text: string }

/**
 * Rows between hairlines. `inColumn`: the names have their own column, as short ones (times) do;
 * longer names are above their text. The text part reads 'Name: text'.
 */
export function Rows({
  rows,
  inColumn = rows.every(({ name }) => name !== null && name.length <= 6),
  isCompact = false,
}: {
  rows: readonly Row[]
  inColumn?: boolean
  isCompact?: boolean
}) {
  const rowText = isCompact ? look.compactRowText : look.rowText
  const nameWidth = 72
  return (
    <Table className={tone.line} style={look.rows}>
      {rows.map(({ name, text }) =>
        inColumn ? (
          <tr key={text}>
            <td className={`row ${tone.line} ${tone.high}`} width={nameWidth} style={look.rowName}>
              <strong>{name}</strong>{' '}
            </td>
            <td className={`row ${tone.line} ${tone.text}`} style={rowText}>
              {text}
            </td>
          </tr>
        ) : (
          <tr key={text}>
            <td className={`${tone.line} ${tone.text}`} style={rowText}>
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
export const Points = ({ texts }: { texts: readonly string[] }) => (
  <Rows
    rows={texts.map((text) => {
      const [, name = null, rest = text] = /^([^:]+): (.+)$/s.exec(text) ?? []
      return { name, text: rest }
    })}
  />
)

export const Subtitle = ({ children }: { children: ReactNode }) => (
  <Heading as="h2" className={tone.high} style={look.subtitle}>
    {children}
  </Heading>
)

export const Paragraphs = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <Text key={text} className={tone.text} style={look.paragraph}>
      {text}
    </Text>
  ))

/** What stands before the address of a button. */
export const PasteWords = createContext('')

type ActionProps = { href: string; label: string }

/** The mail's one next step. */
export const MainButton = ({ href, label }: ActionProps) => (
  <Table width="auto" cell={look.buttonCell}>
    <Link href={href} style={look.button}>
      {label}
    </Link>
  </Table>
)

/** The next step, and its address in full for clients that show no button. */
export function Action({ href, label }: ActionProps) {
  const paste = useContext(PasteWords)
  return (
    <>
      <MainButton href={href} label={label} />
      <Text className={tone.quiet} style={look.address} data-skip-in-text="true">
        {paste}
        <br />
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

type LeaveProps = Leaving & { words: MailCopy['footer'] }
/** Of each mail: to whom it goes, and the links that it ends with. */
export type Leaving = { email: string; unsubscribeUrl: string; meUrl: string }

/** Why the mail came, and the links that every mail has. */
export const LeaveFooter = ({ words, email, unsubscribeUrl, meUrl }: LeaveProps) => (
  <>
    <Note>{fill(words.why, { email })}</Note>
    <NoteLink href={unsubscribeUrl} label={words.leave} />
    <NoteLink href={meUrl} label={words.kept} />
  </>
)
