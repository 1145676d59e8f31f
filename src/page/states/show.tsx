import { createRoot } from 'react-dom/client'
import { gallery } from './gallery.tsx'

/**
 * Every state that the page can be in beside its first, for `npm run screens`. No part of the built
 * page.
 */
const Sheet = () => (
  <main className="wrap states">
    {gallery.map(({ title, states }) => [
      <h2 key={title} className="label">
        {title}
      </h2>,
      ...states.map(({ name, id, wide, node }) => (
        <div key={id} id={`it-${id}`} className="it" data-wide={wide || undefined}>
          <p className="label">{name}</p>
          {node}
        </div>
      )),
    ])}
  </main>
)

createRoot(document.body).render(<Sheet />)
