import { failed } from '#campaign/copy/interface.ts'

type Props = {
  section: string
  /**
   * in the browser: renders the section anew. On the server there is none, and the button loads the
   * page anew.
   */
  onAgain?: () => void
}

/** FLOW-3: all that a visitor sees of an error in a section. */
export function FailedPanel({ section, onAgain }: Props) {
  const again = (
    <button className="btn" data-look="line" type={onAgain ? 'button' : 'submit'} onClick={onAgain}>
      {failed.again}
    </button>
  )
  return (
    <div className="failed" role="alert">
      <div>
        <h2>{failed.title}</h2>
        <p>{failed.section.replace('{section}', section)}</p>
      </div>
      {onAgain ? (
        again
      ) : (
        <form method="get" action={`/#${section}`}>
          <Again />
          {again}
        </form>
      )}
    </div>
  )
}

/**
 * Without a field that differs each time, a second press would lead to the address shown already,
 * and only scroll.
 */
const Again = () => <input type="hidden" name="again" value={crypto.randomUUID().slice(0, 8)} />
