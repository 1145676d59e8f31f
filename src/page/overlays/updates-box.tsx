import type { Campaign } from '#contract/campaign/campaign.ts'

type Props = { title: string; updates: Campaign['updates'] }

/**
 * HERO-6: collapsed to a button at the bottom left. It opens without script; in a wide window the
 * script opens it.
 */
export const UpdatesBox = ({ title, updates }: Props) =>
  updates.length > 0 && (
    <aside aria-label={title}>
      <details className="updates">
        <summary>
          <span className="label">{title}</span>
        </summary>
        <ul data-title={title}>
          {updates.slice(0, 3).map(({ when, text }) => (
            <li key={text}>
              <span>{when}</span> {text}
            </li>
          ))}
        </ul>
      </details>
    </aside>
  )
