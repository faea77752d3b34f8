import type { HtmlTagDescriptor, Plugin } from 'vite'

/**
 * Has the page load a font from the start, not only once its style sheet has been read, so that the
 * first text is drawn in it. Fails the build when the bundle has no such font.
 *
 * @param name of its file in the package it comes from
 */
export function preloadFont(name: string): Plugin {
  return {
    name: 'floe:preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }): HtmlTagDescriptor[] {
        const font = Object.values(bundle).find(
          (output) => output.type === 'asset' && output.names.includes(name),
        )
        if (font === undefined) throw new Error(`The font ${name} is not in the bundle`)
        const attrs = {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          href: `./${font.fileName}`,
          crossorigin: true,
        }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}
