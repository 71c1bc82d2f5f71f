package web

import (
	"fmt"

	"github.com/evanw/esbuild/pkg/api"
)

// minify is a file as it is served: without comments and without the spaces that only its readers need. Names, the order of
// declarations and every expression stay as they are written, so that an error in a browser names what is in the source.
func minify(name string, content []byte) ([]byte, error) {
	options := api.TransformOptions{
		Sourcefile:       name,
		Loader:           api.LoaderJS,
		Target:           api.ESNext, // nothing is rewritten for older browsers
		Charset:          api.CharsetUTF8,
		LegalComments:    api.LegalCommentsNone,
		MinifyWhitespace: true,
	}
	kind, _ := contentType(name)
	switch kind {
	case kindCSS:
		options.Loader = api.LoaderCSS
	case kindJS:
	default:
		return content, nil // pages are short, and the pictures are drawn by hand
	}
	result := api.Transform(string(content), options)
	if faults := append(result.Errors, result.Warnings...); len(faults) > 0 {
		first := faults[0]
		if first.Location == nil {
			return nil, fmt.Errorf("minify %s: %s", name, first.Text)
		}
		return nil, fmt.Errorf("minify %s:%d: %s", name, first.Location.Line, first.Text)
	}
	return result.Code, nil
}
