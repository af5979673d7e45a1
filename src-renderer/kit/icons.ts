import { h, type FunctionalComponent } from 'vue';

/**
 * The icons of the window, in place of the kit's own component, which asks the network for what it
 * does not know, and of its sister that does not, nine times this. Each module that names an icon
 * imports its drawing, which adds itself here: `build/kit-icons.ts` writes that.
 */
const drawings = new Map<string, string>();

/** `name` as the kit asks for it: the set and the icon, "lucide-copy". */
export function addIcon(name: string, drawing: string): void {
  drawings.set(name, drawing);
}

/** The kit asks whether it may draw an icon at once. */
export const iconLoaded = (): boolean => true;

/** An icon of the size of the text around it, drawn with the set's one pen. */
export const Icon: FunctionalComponent<{ icon: string }> = ({ icon }) =>
  h('svg', {
    xmlns: 'http://www.w3.org/2000/svg',
    'aria-hidden': true,
    role: 'img',
    width: '1em',
    height: '1em',
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'stroke-width': 2,
    innerHTML: drawings.get(icon),
  });
// The others are what the kit says besides, with which it draws as it does without.
Icon.props = ['icon', 'mode', 'width', 'height', 'customise', 'ssr'];
Icon.displayName = 'Icon';
