// What valid HTML is held against: the standard and what WCAG asks of markup, without opinions.
import type { ConfigData } from 'html-validate'

export const validHtml: ConfigData = {
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  rules: {
    // Opinions, where the standard has a default or the file is our own.
    'require-sri': ['error', { target: 'crossorigin' }],
    'no-implicit-button-type': 'off',
    'prefer-native-element': 'off',
    // The field in the header is sent by Enter; the page of the search has the button.
    'wcag/h32': 'off',
    // Titles hold listings' own names and taglines.
    'long-title': 'off',
  },
}
