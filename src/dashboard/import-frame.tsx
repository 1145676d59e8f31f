import type { ReactNode } from 'react'
import type { ImportView } from '#contract/import-screens.ts'
import { navigation, type ScreenFrame } from '#contract/screens.ts'
import { Screen } from './frame.tsx'

/** What the screens of an import share. */
export type Props<S extends ImportView['screen']> = { frame: ScreenFrame } & Extract<
  ImportView,
  { screen: S }
>

export const ImportFrame = ({
  frame,
  title,
  children,
}: {
  frame: ScreenFrame
  title: string
  children: ReactNode
}) => (
  <Screen
    frame={frame}
    nav="people"
    wide
    title={title}
    head={
      <a className="crumb" href={navigation.people.path}>
        People
      </a>
    }
  >
    {children}
  </Screen>
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
