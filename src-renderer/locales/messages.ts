import type en from './en.json';

type Leaf<Node, Path extends string> = Node extends string
  ? Path
  : { [Key in keyof Node & string]: Leaf<Node[Key], `${Path}.${Key}`> }[keyof Node & string];

/** Every message there is, by its dotted path in `en.json`; `ru.json` has the same. */
export type MessageKey = {
  [Key in keyof typeof en]: Leaf<(typeof en)[Key], Key>;
}[keyof typeof en];
