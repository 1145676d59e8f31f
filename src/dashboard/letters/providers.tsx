import { operatorTime } from '#contract/operator-times.ts'
import { grouped } from '#contract/text.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Plate } from '#dashboard/frame/screen.tsx'
import { share } from '#dashboard/frame/numbers.tsx'
import { TableHead } from '#dashboard/frame/table.tsx'

/** The audience of a letter by mailbox provider, and how many mails each returned lately. */
export const LetterProviders = ({ providers, people }: ViewOf<'letter-confirm'>) => (
  <Plate
    id="providers"
    name="By provider"
    caption={
      <p className="note">
        Bounced: of the mails of the last {operatorTime('outcomes')} to the provider. A share is
        shown from 30 people or mails on. Large providers are named, all other domains are one row.
      </p>
    }
  >
    <table className="figures">
      <TableHead
        name="People by mailbox provider"
        columns={['Provider', ['People', 'right'], ['Share', 'right'], ['Bounced', 'right']]}
      />
      <tbody>
        {providers.map(({ provider, people: count, mails, bounced }) => (
          <tr key={provider}>
            <th scope="row">{providerName(provider)}</th>
            <td className="right ink">{grouped(count)}</td>
            <td className="right">{share(count, people)}</td>
            <td className="right">{share(bounced, mails)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Plate>
)

export const providerName = (provider: string): string =>
  provider === 'other' ? 'All other domains' : provider
