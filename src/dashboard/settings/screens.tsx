import type { ViewOf } from '#server/dashboard/views.ts'
import { Plate, Screen } from '#dashboard/frame/screen.tsx'
import { TableHead, hidden } from '#dashboard/frame/table.tsx'

/** DASH-7: the settings in force. They are set where the server starts. */
export const SettingsScreen = ({ settings, program }: ViewOf<'settings'>) => (
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
      <table className="rows">
        <TableHead
          name="Settings in force"
          columns={['Setting', 'Value', [hidden('Default or set')]]}
        />
        <tbody>
          {settings.map((setting) => (
            <Row key={setting.name} {...setting} />
          ))}
        </tbody>
      </table>
    </Plate>
    <Plate id="program" name="Program" caption={null}>
      <dl className="facts">
        {program.map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Plate>
  </Screen>
)

const Row = ({
  name,
  value,
  isDefault,
  isSecret,
  help,
}: ViewOf<'settings'>['settings'][number]) => (
  <tr>
    <th scope="row" className="full setting">
      <code>{name}</code>
      <small>{plain(help)}</small>
    </th>
    <td className="full ink">
      {isSecret ? (
        isDefault ? (
          plain(value)
        ) : (
          'set, not shown'
        )
      ) : (
        <code>{value === '' ? 'none' : plain(value)}</code>
      )}
    </td>
    <td className="full">
      <span className="state" data-shape={isDefault ? 'empty' : 'full'}>
        {isDefault ? 'default' : 'set'}
      </span>
    </td>
  </tr>
)

/** Help texts are Markdown. */
const plain = (markdown: string) => markdown.replaceAll('`', '')
