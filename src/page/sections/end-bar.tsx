import { endBar } from '#campaign/copy/interface.ts'

type Props = {
  title: string
  text: string | undefined
  button: string | null
  /** where the button leads; without it there is none */
  href: string | null
}

/**
 * The bar of a list that is paused, closed or launched (END-1). The browser itself folds it, so it
 * needs no script.
 */
export const EndBar = ({ title, text, button, href }: Props) => (
  <aside className="end-bar" aria-label={endBar.label}>
    <details open>
      <summary aria-label={endBar.fold} />
      <p>
        <b>{title}</b> {text}
      </p>
      {button && href && (
        <a className="btn" data-look={href.startsWith('#') ? 'line' : undefined} href={href}>
          {button}
        </a>
      )}
    </details>
  </aside>
)
