import { barriers } from './axe';

barriers('phone');
