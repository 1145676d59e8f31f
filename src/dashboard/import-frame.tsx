import type { ReactNode } from 'react'
import type { ImportView } from '#contract/import-screens.ts'
import { sheets, type SheetFrame } from '#contract/screens.ts'
import { SheetPage } from './frame.tsx'

/** What the screens of an import share. */
export type Props<S extends ImportView['screen']> = { frame: SheetFrame } & Extract<
  ImportView,
  { screen: S }
>

export const ImportFrame = ({
  frame,
  title,
  children,
}: {
  frame: SheetFrame
  title: string
  children: ReactNode
}) => (
  <SheetPage
    frame={frame}
    sheet="people"
    wide
    title={title}
    head={
      <a className="crumb" href={sheets.people.path}>
        People
      </a>
    }
  >
    {children}
  </SheetPage>
)

/** DASH-4: the upload, and the import that is under way or waits. */

export const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)

export const number = new Intl.NumberFormat('en-GB')

export const peopleOf = (count: number): string =>
  `${number.format(count)} ${count === 1 ? 'person' : 'people'}`
