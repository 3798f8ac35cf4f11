// Waits for the reader to come near an element.

/** px between the window and an element that the reader will soon see. */
const NEAR_PX = 200

export function whenNear(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        resolve()
      },
      { rootMargin: `${NEAR_PX}px` },
    )
    observer.observe(element)
  })
}
