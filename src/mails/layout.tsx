import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Html,
  Link,
  Preview,
  Section,
  Text,
} from '@react-email/components'
import type { ReactNode } from 'react'
import { look, surface } from './look.ts'
import { fill } from './words.ts'

/** The language of the page, and of every mail and passage that names no other. */
export const mainLang = 'en'

type Words = { subject: string; preview: string; title: string }
/** `label` stands over the title. `look`: 'open' stands on the ground with a large title, 'panel' in one panel. */
type LayoutProps = {
  brand: string
  words: Words
  lang?: string | undefined
  look?: 'panel' | 'open'
  label?: ReactNode
  children: ReactNode
  footer: ReactNode
}

/** The frame that all mails share: name, one panel, and beneath it why this mail came and how to end it. */
export function Layout({
  brand,
  words: { subject, preview, title },
  lang = mainLang,
  look: frame = 'panel',
  label,
  children,
  footer,
}: LayoutProps) {
  const Frame = frame === 'panel' ? Panel : Open
  return (
    <Html lang={lang}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark" />
        <meta name="supported-color-schemes" content="dark" />
        <title>{fill(subject, { brand })}</title>
      </Head>
      <Body style={look.body}>
        <Preview>{fill(preview, { brand })}</Preview>
        <Container style={look.column}>
          <Text style={look.brand}>{brand}</Text>
          <Frame>
            {label && <Text style={look.label}>{label}</Text>}
            <Heading as="h1" style={frame === 'panel' ? look.title : look.largeTitle}>
              {fill(title, { brand })}
            </Heading>
            {children}
          </Frame>
          {footer}
        </Container>
      </Body>
    </Html>
  )
}

function Panel({ children }: { children: ReactNode }) {
  return (
    <table
      role="presentation"
      width="100%"
      border={0}
      cellPadding={0}
      cellSpacing={0}
      bgcolor={surface.panel}
      style={look.panel}
    >
      <tbody>
        <tr>
          <td style={look.panelCell}>{children}</td>
        </tr>
      </tbody>
    </table>
  )
}

function Open({ children }: { children: ReactNode }) {
  return (
    <table role="presentation" width="100%" border={0} cellPadding={0} cellSpacing={0}>
      <tbody>
        <tr>
          <td style={look.openCell}>{children}</td>
        </tr>
      </tbody>
    </table>
  )
}

/** Names and what is said of them, between hairlines. The text part reads 'Name: text'. */
export function Details({ rows }: { rows: readonly { name: string; text: string }[] }) {
  return (
    <table
      role="presentation"
      width="100%"
      border={0}
      cellPadding={0}
      cellSpacing={0}
      style={look.details}
    >
      <tbody>
        {rows.map(({ name, text }) => (
          <tr key={name}>
            <td style={look.detail}>
              <Text style={look.detailName}>{name}</Text>
              <Text style={look.detailText}>{text}</Text>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const Subtitle = ({ children }: { children: ReactNode }) => (
  <Heading as="h2" style={look.subtitle}>
    {children}
  </Heading>
)

export const Paragraphs = ({ brand, texts }: { brand: string; texts: readonly string[] }) =>
  texts.map((text) => (
    <Text key={text} style={look.paragraph}>
      {fill(text, { brand })}
    </Text>
  ))

/** What stands before a point's first colon is its name. */
export const Points = ({ brand, texts }: { brand: string; texts: readonly string[] }) => (
  <ul style={look.points}>
    {texts.map((text) => {
      const [, name, rest] = /^([^:]+:) (.+)$/s.exec(fill(text, { brand })) ?? [
        '',
        '',
        fill(text, { brand }),
      ]
      return (
        <li key={text} style={look.point}>
          {name && (
            <>
              <strong style={look.pointName}>{name}</strong>{' '}
            </>
          )}
          {rest}
        </li>
      )
    })}
  </ul>
)

/** The one gold button, and its address in full for a client that shows no button. */
export function Action({ href, label }: { href: string; label: string }) {
  return (
    <>
      <Section style={look.buttonRow}>
        <Button href={href} style={look.button}>
          {label}
        </Button>
      </Section>
      <Text style={look.address} data-skip-in-text="true">
        <Link href={href} style={look.addressLink}>
          {href}
        </Link>
      </Text>
    </>
  )
}

export const Note = ({ children }: { children: ReactNode }) => (
  <Text style={look.footer}>{children}</Text>
)

export const NoteLink = ({ href, label }: { href: string; label: string }) => (
  <Text style={look.footer}>
    <Link href={href} style={look.link}>
      {label}
    </Link>
  </Text>
)
