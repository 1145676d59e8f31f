import { navigation } from '#contract/dashboard/navigation.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Facts, State } from '#dashboard/frame/elements.tsx'
import { Plate, Screen } from '#dashboard/frame/screen.tsx'
import { Table } from '#dashboard/frame/table.tsx'
import type { DrawnScreens } from '#dashboard/frame/drawn-screen.ts'

/** The settings in force. They are set where the server starts. */
const SettingsScreen = ({ settings, program }: ViewOf<'settings'>) => (
  <Screen nav="settings">
    <Plate
      id="settings"
      name="In force"
      caption={
        <>
          <p className="note">
            Set in the environment of the server, read once at its start, and shown here only. A
            secret is never shown.
          </p>
          <p className="note">
            All of them: <code>npm start -- --help</code>
          </p>
        </>
      }
    >
      <Table
        className="rows"
        name="Settings in force"
        rows={settings}
        columns={[
          {
            name: 'Setting',
            isHead: true,
            cells: 'full setting',
            render: ({ name, help }) => (
              <>
                <code>{name}</code>
                <small>{plain(help)}</small>
              </>
            ),
          },
          { name: 'Value', cells: 'full ink', render: valueOf },
          {
            name: 'Default or set',
            hidden: true,
            cells: 'full',
            render: ({ isDefault }) => (
              <State of={isDefault ? ['empty', 'default'] : ['full', 'set']} />
            ),
          },
        ]}
      />
    </Plate>
    <Plate id="program" name="Program">
      <Facts of={Object.fromEntries(program.map(({ term, value }) => [term, value]))} />
    </Plate>
  </Screen>
)

function valueOf({ value, isDefault, isSecret }: ViewOf<'settings'>['settings'][number]) {
  if (isSecret) return isDefault ? plain(value) : 'set, not shown'
  return <code>{value === '' ? 'none' : plain(value)}</code>
}

/** Help texts are Markdown. */
const plain = (markdown: string) => markdown.replaceAll('`', '')

export const settingsScreens = {
  settings: [navigation.settings.title, SettingsScreen],
} satisfies Partial<DrawnScreens>
