import type { SectionProps } from './section-content.ts'

/** Questions whose answers the browser folds by itself. */
export const Content = ({ copy }: SectionProps<'faq'>) => (
  <>
    <p className="ref label">{copy.ref}</p>
    <div className="body stack">
      <h2 id="faq-title">{copy.title}</h2>
      <div className="answers">
        {copy.items.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </div>
  </>
)
