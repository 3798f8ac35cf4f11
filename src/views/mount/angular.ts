// Mounts an Angular component in its own application, with the page's parts that its inputs name.

import {
  type ApplicationConfig,
  type ApplicationRef,
  type ComponentRef,
  createComponent,
  reflectComponentType,
  type Type,
} from '@angular/core'
import { createApplication } from '@angular/platform-browser'
import type { MountedView, ViewPage } from '../../view.ts'

/** Mounts a component. The page waits until its application is ready. */
export function mount(
  component: Type<unknown>,
  outlet: Element,
  first: ViewPage,
  config?: ApplicationConfig,
): MountedView<ViewPage> {
  let page = first
  let app: ApplicationRef | undefined
  let shown: ComponentRef<unknown> | undefined
  let isGone = false
  const show = () => {
    for (const { templateName: name } of reflectComponentType(component)?.inputs ?? [])
      if (name in page) shown?.setInput(name, page[name as keyof ViewPage])
    shown?.changeDetectorRef.detectChanges()
    if (app) page.settled(app.whenStable())
  }
  const start = async () => {
    const created = await createApplication(config)
    if (isGone) return created.destroy()
    app = created
    shown = createComponent(component, { environmentInjector: created.injector })
    created.attachView(shown.hostView)
    outlet.append(shown.location.nativeElement)
    show()
  }
  first.settled(start())
  return {
    update(next) {
      page = next
      show()
    },
    unmount() {
      isGone = true
      app?.destroy()
    },
  }
}
