import type { MailView } from '#contract/render.ts'

/**
 * The HTML of a mail in a frame that can run, load and open nothing. `src` answers with
 * `sendMailBody` of the server; its query `scheme` is added here.
 */
export const MailFrame = ({
  src,
  view,
  title,
}: {
  src: string
  view: Exclude<MailView, 'text'>
  title: string
}) => (
  <iframe
    className="mail-frame"
    data-view={view}
    src={`${src}${src.includes('?') ? '&' : '?'}scheme=${view === 'dark' ? 'dark' : 'light'}`}
    title={title}
    sandbox=""
  />
)

/** The text part of a mail; its links can be followed. Marks after an address are not part of it. */
export const MailText = ({ text }: { text: string }) => (
  <pre>
    {text.split(/(https?:\/\/\S*[^\s).,;:!?])/).map((part, index) =>
      index % 2 === 1 ? (
        <a key={index} href={part}>
          {part}
        </a>
      ) : (
        part
      ),
    )}
  </pre>
)
