import { Heading, Hr, Img, Link, Text } from '@react-email/components'
import type { ReactNode } from 'react'
import { originBlank } from './blanks.ts'
import { Action, Subtitle } from './blocks.tsx'
import { Table } from './table.tsx'
import type { Block, Inline, List } from './letter-content.ts'
import { look, pictureWidth, tone } from './theme.ts'

/** The HTML of a letter's content, in the look of all mails. */
export const Blocks = ({ blocks }: { blocks: readonly Block[] }) =>
  blocks.map((block, index) => <OneBlock key={index} block={block} />)

function OneBlock({ block }: { block: Block }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return <SectionHeading level={block.level}>{inlines(block.children)}</SectionHeading>
    case 'paragraph':
      return <Paragraph>{inlines(block.children)}</Paragraph>
    case 'button':
      return <Action href={block.href} label={block.label} />
    case 'picture':
      return (
        <Img
          src={originBlank + block.path}
          alt={block.alt}
          width={pictureWidth}
          style={look.picture}
        />
      )
    case 'list':
      return <ListOf list={block} style={look.list} />
    case 'quote':
      return (
        <Table className={tone.line} style={look.quote} cell={look.quoteCell}>
          {block.paragraphs.map((children, index) => (
            <Paragraph key={index} isLast={index === block.paragraphs.length - 1}>
              {inlines(children)}
            </Paragraph>
          ))}
        </Table>
      )
    case 'rule':
      return <Hr className={tone.line} style={look.rule} />
  }
}

const SectionHeading = ({ level, children }: { level: 2 | 3; children: ReactNode }) =>
  level === 2 ? (
    <Subtitle>{children}</Subtitle>
  ) : (
    <Heading as="h3" className={tone.high} style={look.minorSubtitle}>
      {children}
    </Heading>
  )

/** `isLast`: of a quote, whose bar ends with the text. */
const Paragraph = ({ isLast = false, children }: { isLast?: boolean; children: ReactNode }) => (
  <Text className={tone.text} style={isLast ? look.lastParagraph : look.paragraph}>
    {children}
  </Text>
)

/** A paragraph after the first of its item begins on a line of its own. */
function ListOf({ list: { start, items }, style }: { list: List; style: object }) {
  const children = items.map((parts, index) => (
    <li key={index} style={look.item}>
      {parts.map((part, place) =>
        part.kind === 'list' ? (
          <ListOf key={place} list={part} style={look.innerList} />
        ) : place === 0 ? (
          <span key={place}>{inlines(part.children)}</span>
        ) : (
          <p key={place} style={look.itemParagraph}>
            {inlines(part.children)}
          </p>
        ),
      )}
    </li>
  ))
  return start === null ? (
    <ul className={tone.text} style={style}>
      {children}
    </ul>
  ) : (
    <ol className={tone.text} style={style} start={start}>
      {children}
    </ol>
  )
}

const inlines = (children: readonly Inline[]): ReactNode =>
  children.map((inline, index) => <OneInline key={index} inline={inline} />)

function OneInline({ inline }: { inline: Inline }): ReactNode {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'bold':
      return (
        <strong className={tone.high} style={look.bold}>
          {inlines(inline.children)}
        </strong>
      )
    case 'italic':
      return <em>{inlines(inline.children)}</em>
    case 'link':
      return (
        <Link href={inline.href} className={tone.high} style={look.link}>
          {inlines(inline.children)}
        </Link>
      )
    case 'break':
      return <br />
  }
}
