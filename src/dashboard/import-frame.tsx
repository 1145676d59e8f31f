import type { ReactNode } from 'react'
import type { ImportView } from '#contract/import-screens.ts'
import { navigation, type ScreenFrame } from '#contract/screens.ts'
import { Screen } from './frame.tsx'

/** The frame that the screens of an import share. */
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
