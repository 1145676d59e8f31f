import { Body, Button, Container, Head, Heading, Html, Link, Preview, Section, Text } from '@react-email/components'
import type { ReactNode } from 'react'
import type { MailText } from '#contract/campaign.ts'
import { look, surface } from './look.ts'

type LayoutProps = { brand: string; words: MailText; children?: ReactNode; footer: ReactNode }

/** The frame that all mails share: name, one panel, and beneath it why this mail came and how to end it. */
export function Layout({ brand, words, children, footer }: LayoutProps) {
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark" />
        <meta name="supported-color-schemes" content="dark" />
        <title>{words.subject}</title>
      </Head>
      <Body style={look.body}>
        <Preview>{words.preview}</Preview>
        <Container style={look.column}>
          <Text style={look.brand}>{brand}</Text>
          <Panel>
            <Heading as="h1" style={look.title}>{words.title}</Heading>
            {words.paragraphs.map((paragraph) => <Text key={paragraph} style={look.paragraph}>{paragraph}</Text>)}
            {children}
          </Panel>
          {footer}
        </Container>
      </Body>
    </Html>
  )
}

function Panel({ children }: { children: ReactNode }) {
  return (
    <table role="presentation" width="100%" border={0} cellPadding={0} cellSpacing={0} bgcolor={surface.panel} style={look.panel}>
      <tbody><tr><td style={look.panelCell}>{children}</td></tr></tbody>
    </table>
  )
}

/** The one gold button, and its address in full for a client that shows no button. */
export function Action({ href, label }: { href: string; label: string }) {
  return (
    <>
      <Section style={look.buttonRow}><Button href={href} style={look.button}>{label}</Button></Section>
      <Text style={look.address} data-skip-in-text="true"><Link href={href} style={{ ...look.address, textDecoration: 'underline' }}>{href}</Link></Text>
    </>
  )
}

export const Note = ({ children }: { children: ReactNode }) => <Text style={look.footer}>{children}</Text>

export const NoteLink = ({ href, label }: { href: string; label: string }) => (
  <Text style={look.footer}><Link href={href} style={look.link}>{label}</Link></Text>
)
