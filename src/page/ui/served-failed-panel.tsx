import { AgainButton, FailedPanel } from './failed-panel.tsx'

/** FLOW-3 as the server renders it: the button loads the page anew. */
export const ServedFailedPanel = ({ section }: { section: string }) => (
  <FailedPanel
    section={section}
    again={
      <form method="get" action={`/#${section}`}>
        <Again />
        <AgainButton />
      </form>
    }
  />
)

/**
 * Without a field that differs each time, a second press would lead to the address shown already,
 * and only scroll.
 */
const Again = () => <input type="hidden" name="again" value={crypto.randomUUID().slice(0, 8)} />
