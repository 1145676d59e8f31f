import { takesSignUps } from '#contract/launch/notice.ts'
import type { LinkCopy } from '#contract/line/copy.ts'
import type { OwnLink } from '#contract/line/standing.ts'
import { ownLinkScript } from '#contract/render.ts'
import type { ShownCampaign } from '#contract/figures/shown-figures.ts'

type Props = { campaign: ShownCampaign; link: Pick<OwnLink, 'url'> | null }

/**
 * LINE-9: the person's own link. The field can be selected and the four links work without script;
 * page/line/own-link.ts shows the two buttons where the browser can do what they say. END-2: it is
 * left out where nobody can join by it.
 */
export const YourLink = ({ campaign, link }: Props) => {
  const copy = campaign.line?.copy.pages.link
  return copy && link && takesSignUps(campaign) ? (
    <Shared copy={copy} url={link.url} brand={campaign.brand} />
  ) : null
}

const Shared = ({ copy, url, brand }: { copy: LinkCopy; url: string; brand: string }) => (
  <div className="own-link" data-own-link={url}>
    <label className="label" htmlFor="own-link">
      {copy.label}
    </label>
    <div className="row">
      <span className="field">
        <input id="own-link" type="text" readOnly value={url} spellCheck={false} />
      </span>
      <button
        className="btn"
        type="button"
        hidden
        data-act="copy"
        data-done={copy.copied}
        data-selected={copy.selected}
      >
        {copy.copy}
      </button>
    </div>
    <p className="hide" role="status" />
    <ul className="ways">
      <li hidden>
        <button type="button" data-act="share">
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M8 10V1.5M4.5 4.5L8 1l3.5 3.5M3 7H2v8h12V7h-1" />
          </svg>
          {copy.share}
        </button>
      </li>
      <li>
        <a href={`mailto:?subject=${encodeURIComponent(brand)}&body=${encodeURIComponent(url)}`}>
          {copy.mail}
        </a>
      </li>
      {sites.map(({ name, path }) => (
        <li key={name}>
          <a href={path + encodeURIComponent(url)} rel="noopener noreferrer" target="_blank">
            {name}
          </a>
        </li>
      ))}
    </ul>
    <p className="note">{copy.note}</p>
    <script type="module" src={ownLinkScript} />
  </div>
)

const sites = [
  { name: 'WhatsApp', path: 'https://wa.me/?text=' },
  { name: 'X', path: 'https://x.com/intent/post?url=' },
  { name: 'LinkedIn', path: 'https://www.linkedin.com/sharing/share-offsite/?url=' },
]
