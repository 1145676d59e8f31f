import type { ReactNode } from 'react'
import { navigation } from '#contract/navigation.ts'
import type { ShownImport } from '#server/imports/screens.ts'
import { Screen } from '#dashboard/frame/screen.tsx'
import { DayAndTime } from '#dashboard/frame/times.tsx'

/** The frame that the screens of an import share. */
export const ImportFrame = ({ title, children }: { title: string; children: ReactNode }) => (
  <Screen nav="people" wide title={title} back={navigation.people}>
    {children}
  </Screen>
)

/** What an operator does where the file is at another server. */
export const Elsewhere = ({ run }: { run: ShownImport }) => (
  <div className="stack">
    <p>
      {run.operator} uploaded a file <DayAndTime atMs={run.startedAt} full /> to the server{' '}
      <code>{run.server}</code>. This page is of the server <code>{run.here}</code>, which does not
      have the file.
    </p>
    <p className="note">
      What you start here runs there, within a minute. If that server is gone, discard the upload
      and upload the file again. From a shell, <code>npm run people -- import FILE</code> needs no
      upload.
    </p>
  </div>
)
