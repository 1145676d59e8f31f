import { Head, Heading, Html, Preview, Text } from '@react-email/components'
import { render } from '@react-email/render'
import type { ReactNode } from 'react'
import { hasCards } from '#campaign'
import { mailPlate } from '#contract/api.ts'
import { mainLang } from '#contract/mails/mails.ts'
import type { RenderedMail } from '#contract/render.ts'
import { originBlank } from './blanks.ts'
import { Note, PasteWords } from './blocks.tsx'
import { plainText } from './plain-text.ts'
import { figureSizes, look, plate, schemeCss, surface, tone } from './theme.ts'
import { Table } from './table.tsx'
import type { Frame, MailHead } from './words.ts'

/** The larger the number, the smaller its size. */
type Figure = { text: string; size: 'large' | 'medium' | 'small' }

/** What a template says, for the frame of all mails. */
export type MailContent = {
  words: MailHead
  lang?: string | undefined
  /** a place, below the title */
  figure?: Figure | undefined
  /** one quiet line above the first paragraph */
  label?: ReactNode
  children: ReactNode
  footer: ReactNode
}

/** The mail in HTML, and the same as text. */
export async function renderContent(frame: Frame, content: MailContent): Promise<RenderedMail> {
  const html = await render(
    <PasteWords value={frame.paste}>
      <Layout brand={frame.brand} sender={frame.sender} {...content} />
    </PasteWords>,
  )
  return { subject: content.words.subject, html, text: plainText(html) }
}

/**
 * The frame of every mail, 600 px wide: a black plate with brand and title as live text, the
 * content, and below a hairline why this mail came and how to end it. Tables only, so that Outlook
 * shows it; without the picture the plate is plain black.
 */
function Layout({
  brand,
  words: { subject, preview, title },
  lang = mainLang,
  figure,
  label,
  children,
  footer,
  sender,
}: MailContent & { brand: string; sender: string | null }) {
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
                  {sender !== null && <Note>{sender}</Note>}
                </Table>
              </td>
            </tr>
          </Table>
        </Table>
      </body>
    </Html>
  )
}

/** In characters: a longer title, or one with a longer word, is set smaller. */
const longestTitle = 40
const longestWord = 11
const isLong = (title: string): boolean =>
  title.length > longestTitle || title.split(/[\s-]/).some((word) => word.length > longestWord)

/**
 * In percent of the picture's width, and of the plate's: a plate of any width shows the same empty
 * part of the picture on its left, where the words stand (`titleShare`).
 */
const figureStartsAt = 55

type PlateProps = { brand: string; title: string; figure: Figure | undefined }

function Plate({ brand, title, figure }: PlateProps) {
  // Drawn with the cards, which a new brand does not have yet.
  const picture = hasCards ? `${originBlank}${mailPlate}` : null
  const isSmall = figure !== undefined || isLong(title)
  return (
    <tr>
      <td
        className={`${tone.pad} plate-cell`}
        {...oldAttributes(plate.ground, picture)}
        style={{
          ...look.plateCell,
          ...(picture && {
            backgroundImage: `url(${picture})`,
            backgroundSize: 'cover',
            backgroundPosition: `${figureStartsAt}% top`,
          }),
        }}
      >
        <Text style={look.brand}>{brand}</Text>
        <Heading
          as="h1"
          className={isSmall ? 'plate-long-title' : 'plate-title'}
          style={isSmall ? look.longTitle : look.title}
        >
          {title}
          {figure && (
            <>
              {' '}
              <span
                className={`plate-${figure.size}`}
                style={{ ...look.figure, ...figureSizes[figure.size] }}
              >
                {figure.text}
              </span>
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
const oldAttributes = (bgcolor: string, background: string | null): object => ({
  bgcolor,
  ...(background && { background }),
})
