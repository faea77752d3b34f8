/** What shows the words of a tooltip: a page has it before the first is asked for, if there is time. */
export const loadTooltipBubble = () => import('./TooltipBubble.tsx')
