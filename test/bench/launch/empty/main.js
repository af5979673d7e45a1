// A program that ends at once: what starting any program on the stand-in takes.
import { app } from 'electron';

app.exit(0);
