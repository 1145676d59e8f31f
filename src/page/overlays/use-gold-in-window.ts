import { useEffect, useState } from 'react'

/** Whether the gold button of one of the page's own forms is in the window. */
export function useGoldInWindow(): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const inWindow = new Set<Element>()
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries)
        inWindow[isIntersecting ? 'add' : 'delete'](target)
      setSeen(inWindow.size > 0)
    })
    for (const button of document.querySelectorAll('main .form .btn')) observer.observe(button)
    return () => observer.disconnect()
  }, [])
  return seen
}
