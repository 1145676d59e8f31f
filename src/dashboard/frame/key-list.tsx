import { use } from 'react'
import { partsOf } from '#contract/campaign/campaign-parts.ts'
import { entriesFor, type Role } from '#contract/dashboard/navigation.ts'
import { campaign } from '#campaign'
import { Frame } from './frame.ts'

/** DASH-10: what each key does (live/keys.ts), and their switch. The script shows the button that opens it. */
export const KeyList = () => (
  <>
    <button type="button" className="button keys" data-keys hidden>
      Keyboard shortcuts
    </button>
    <dialog className="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">Keyboard shortcuts</h2>
      <dl>
        {keysFor(use(Frame).role).map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className="option">
        <input type="checkbox" defaultChecked />
        <span>
          Use these keys
          <small>They rest while you type. Stored in this browser.</small>
        </span>
      </label>
      <form method="dialog">
        <button type="submit" className="button">
          Close
        </button>
      </form>
    </dialog>
  </>
)

const keysFor = (role: Role): (readonly [keys: readonly string[], does: string])[] => [
  ...(role === 'operator' ? [[['/'], 'Search people'] as const] : []),
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['Enter'], 'Open the row'],
  ...entriesFor(role, partsOf(campaign)).flatMap(([, { key, title }]) =>
    key ? [[['g', key], title] as const] : [],
  ),
  [['?'], 'This list'],
]
